/** A sentence without the brackets that mark its dotted words: `[bury]`, or `[Bury|bury]` where a word is said in another form. */
export const plain = (sentence: string): string => sentence.replace(/\[([^\]|]*)[^\]]*\]/g, "$1");

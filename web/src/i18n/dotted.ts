/** A sentence without the brackets that mark its terms: `[bury]`, or `[Bury|bury]` if the word has another form. */
export const plain = (sentence: string): string => sentence.replace(/\[([^\]|]*)[^\]]*\]/g, "$1");

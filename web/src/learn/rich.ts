import type { Words } from "../i18n/en";

export type TermName = keyof Words["learn"]["term"];

/** A part of a sentence; with `of` it is a term with an explanation. */
export interface Piece {
  text: string;
  of?: TermName;
}

/** Splits a sentence at its words in brackets: `[bomb]`, or `[bombs|bomb]` if the sentence has another form of it. */
export function pieces(sentence: string): Piece[] {
  return sentence.split(/(\[[^\]]*\])/).filter(Boolean).map((text) => {
    if (!text.startsWith("[")) return { text };
    const [said = "", of = said] = text.slice(1, -1).split("|");
    return { text: said, of: of as TermName };
  });
}

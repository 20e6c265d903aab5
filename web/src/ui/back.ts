/**
 * Back closes what is open over the page, and does not leave the page. For as long as sheets are open, the history has one entry
 * more, for all of them together; it goes with the last of them.
 */
const sheets: (() => void)[] = [];
/** The entry is on its way out: until it is gone, no other is made. */
let leaving = false;
/** Ways elsewhere that wait for it: the way back would undo them. */
let waiting: (() => void)[] = [];

/** Whether the entry of now is that of an open sheet. */
export const isMarked = (): boolean => (history.state as { sheet?: boolean } | null)?.sheet === true;

/** A sheet opens; what is returned is called when it is gone. */
export function opened(close: () => void): () => void {
  sheets.push(close);
  settle();
  return () => {
    sheets.splice(sheets.indexOf(close), 1);
    // One sheet may give its place to another.
    setTimeout(settle);
  };
}

/** Goes elsewhere as soon as the entry of what was open is gone. */
export function onceLeft(go: () => void): void {
  if (leaving) waiting.push(go);
  else go();
}

function settle(): void {
  if (leaving) return;
  if (sheets.length > 0 && !isMarked()) history.pushState({ ...(history.state as object), sheet: true }, "");
  else if (sheets.length === 0 && isMarked()) {
    leaving = true;
    history.back();
  }
}

addEventListener("popstate", () => {
  if (leaving) {
    leaving = false;
    const all = waiting;
    waiting = [];
    for (const go of all) go();
  } else if (!isMarked()) sheets.at(-1)?.();
  setTimeout(settle);
});

/**
 * The back key closes what is open over the page, and does not leave the page. While sheets are open, the history has
 * one more entry, for all of them together; it is removed with the last of them.
 */
const sheets: (() => void)[] = [];
/** The entry is being removed: until it is gone, no other is added. */
let leaving = false;
/** Navigations that wait for this, because the removal would undo them. */
let waiting: (() => void)[] = [];

/** Whether the current entry is that of an open sheet. */
export const isMarked = (): boolean => (history.state as { sheet?: boolean } | null)?.sheet === true;

/** A sheet opens; call the returned function when it is closed. */
export function opened(close: () => void): () => void {
  sheets.push(close);
  settle();
  return () => {
    sheets.splice(sheets.indexOf(close), 1);
    // One sheet may replace another.
    setTimeout(settle);
  };
}

/** Navigates as soon as the entry of the open sheet is gone. */
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

/** The shape of the window, as far as scripts depend on it. */
function follow(query: string): () => boolean {
  const list = matchMedia(query);
  let matches = $state(list.matches);
  list.addEventListener("change", () => (matches = list.matches));
  return () => matches;
}

export const isWide = follow("(min-width: 1024px) and (min-height: 600px)");
/** There is room for cards with pips on the cloth. */
export const isRoomy = follow("(min-width: 700px) and (min-height: 600px)");
export const isShort = follow("(max-height: 640px)");
/** The cloth and own cards have little height. */
export const isLow = follow("(max-height: 640px), (min-width: 1024px) and (max-height: 759px)");
export const isNarrow = follow("(max-width: 350px)");
/** A small upright phone: there is no room for the lines beside the keys. */
export const isTight = follow("(max-width: 699px) and (max-height: 799px) and (orientation: portrait), (max-height: 640px) and (min-height: 521px)");

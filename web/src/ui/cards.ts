import type { Card } from "../api/types";

/** How much is drawn on a card: all, a large index, the index alone. */
export type CardSize = "full" | "mid" | "tiny";

export type SuitKey = "s" | "h" | "d" | "c";

const suitKeys: Record<string, SuitKey> = { spades: "s", hearts: "h", diamonds: "d", clubs: "c" };

export function suitKey(suit: string): SuitKey {
  return suitKeys[suit] ?? "s";
}

export function isJoker(card: Card): boolean {
  return card.startsWith("X");
}

export function rankOf(card: Card): string {
  return card.charAt(0);
}

/** The class that colours a card: its suit, or for a joker its printed colour. */
export function suitOf(card: Card): SuitKey {
  if (isJoker(card)) return card === "X2" ? "h" : "s";
  return card.charAt(1) as SuitKey;
}

/** A rank beside a suit: "10", not "T". */
export function rankText(rank: string): string {
  return rank === "T" ? "10" : rank;
}

/** A name for each card of a hand in which a card may come twice. */
export function named(cards: Card[]): { id: string; card: Card }[] {
  const seen = new Map<Card, number>();
  return cards.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return { id: `${card}${copy}`, card };
  });
}

/** The first names in `hand` for `cards`, each used once. */
export function pick(hand: { id: string; card: Card }[], cards: Card[]): Set<string> {
  const left = [...cards];
  const picked = new Set<string>();
  for (const { id, card } of hand) {
    const at = left.indexOf(card);
    if (at < 0) continue;
    left.splice(at, 1);
    picked.add(id);
  }
  return picked;
}

/** Whether these are those, in whatever order. */
export function sameCards(these: Card[], those: Card[]): boolean {
  return [...these].sort().join() === [...those].sort().join();
}

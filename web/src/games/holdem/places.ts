/** A position on the cloth, in hundredths of its width and height; and that of its bet, as far towards the middle. */
export interface Place {
  x: number;
  y: number;
  bet: { x: number; y: number };
  /** The side of the avatar on which the cards are. */
  cards: "left" | "right";
}

type Row = [x: number, y: number];

/** The positions of opponents on a phone, clockwise from the seat left of the own, for one to nine of them. */
const low: Row[] = [[12.5, 70], [87.5, 70]];
const high: Row[] = [[12.5, 18.500], [87.5, 18.500]];
const upright: Row[][] = [
  [[50, 3]],
  [high[0]!, high[1]!],
  [high[0]!, [50, 3], high[1]!],
  [low[0]!, high[0]!, high[1]!, low[1]!],
  [low[0]!, high[0]!, [50, 3], high[1]!, low[1]!],
  [low[0]!, [12.5, 19.500], [32, 3], [68, 3], [87.5, 19.500], low[1]!],
  [low[0]!, [12.5, 20], [24, 3], [50, 3], [76, 3], [87.5, 20], low[1]!],
  [[12.5, 71], [12.5, 45], [12.5, 19], [32, 3], [68, 3], [87.5, 19], [87.5, 45], [87.5, 71]],
  [[12.5, 71], [12.5, 45], [12.5, 19], [24, 3], [50, 3], [76, 3], [87.5, 19], [87.5, 45], [87.5, 71]],
];

/**
 * On a phone: fixed positions along the rim. `y` is the upper edge of the seat. On a low screen the upper ones are
 * higher still.
 */
export function uprightPlaces(others: number, isLow: boolean): Place[] {
  return (upright[others - 1] ?? []).map(([x, row]) => {
    const y = isLow ? (({ 45: 40, 19: 9, 70: 66 })[row] ?? (row < 10 ? 1 : row < 50 ? 12 : row)) : row;
    const cards = x > 50 ? "left" : "right";
    /** So far from the middle, on the side of the seat; and so much below its upper edge. */
    const bet = (off: number, below: number) => ({ x, y, cards, bet: { x: x > 50 ? 50 + off : 50 - off, y: y + below } }) as Place;
    // There is no room below the names: beside the picture, away from the dealer's button.
    if (isLow && row < 10) return bet(Math.abs(x - 50) + 13.5, 6);
    // Three seats on each side: below the names of those on top, and below the board.
    if (row === 45) return bet(17, 15);
    if (isLow && row < 50) return row === 19 ? bet(23, 25) : bet(16, 11.5);
    if (x > 20 && x < 80) return { x, y, cards, bet: { x: x + (50 - x) * 0.15, y: y + 22.500 } };
    return bet(isLow ? 19 : 14, y > 50 ? 3.500 : 9);
  });
}

/** On a wide screen: around an oval, evenly from the own seat at the bottom. `y` is the middle of the avatar. */
export function ovalPlaces(others: number, isLow: boolean): Place[] {
  return Array.from({ length: others }, (_, at) => {
    const turn = Math.PI / 2 + ((at + 1) / (others + 1)) * 2 * Math.PI;
    // Flattened towards the ends, like a racetrack.
    const cos = Math.cos(turn);
    const sin = Math.sin(turn);
    const x = 50 + 50 * Math.sign(cos) * Math.abs(cos) ** 0.8;
    const y = 50 + 47 * Math.sign(sin) * Math.abs(sin) ** 0.8;
    const inward = { x: 50 + (x - 50) * 0.62, y: 50 + (y - 50) * 0.52 + 2 };
    const cards = x > 55 ? "left" : "right";
    // The pot is below the seats at the top: beside the picture.
    if (isLow && y < 12) return { x, y, cards, bet: { x: cards === "left" ? x + 10 : x - 10, y: y + 3 } };
    return { x, y, cards, bet: inward };
  });
}

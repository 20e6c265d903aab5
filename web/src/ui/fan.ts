/** The layout of a hand: rows, the width of a card, and the steps from card to card and from row to row. */
export interface Fan {
  width: number;
  step: number;
  rowStep: number;
  /** Indices of the cards, row by row, the first row on top. */
  rows: number[][];
  places: { x: number; y: number; row: number }[];
  height: number;
}

/** Card width and step; the step shows the whole index and is never below 31. */
type Size = [width: number, step: number];

const narrow: Size[] = [[72, 38], [66, 34], [60, 31]];
const wide: Size[] = [[100, 52], [92, 50], [80, 42], [72, 38]];

/**
 * Lays out `count` cards on `space` pixels. `breaks` are the positions where a group ends: rows end there, with smaller
 * cards or one more row if needed; a group is split only if nothing else helps. `size` is the wish: 0 small, 1 as
 * usual, 2 large. `low`: there is little height.
 */
export function layFan(count: number, space: number, breaks: number[], size: 0 | 1 | 2, low = false): Fan {
  const sizes = space >= 640 ? wide : narrow;
  const usual = sizes.slice(size === 0 ? 1 : 0);
  const most = (count <= 20 ? 2 : 3) + (size === 2 ? 1 : 0);
  const perRow = ([width, step]: Size) => Math.max(1, Math.floor((space - width) / step) + 1);
  const fewest = (each: Size) => Math.max(1, Math.ceil(count / perRow(each)));
  const rowsOf = (each: Size, more = 0) => splitRows(count, fewest(each) + more, perRow(each), breaks);
  const isWhole = (rows: number[][]) => rows.every((row) => row.length > 0 && [count, ...breaks].includes(row.at(-1)! + 1));
  const smallest = usual.at(-1)!;
  const fits = low ? smallest : usual.find((each) => fewest(each) <= most) ?? smallest;
  const free = space >= 640 ? 2 : 3;
  const tries = usual.map((each): [Size, number] => [each, free]).concat([[smallest, free + 1]]);
  const whole = (breaks.length > 1 && !low ? tries : []).flatMap(([each, top]) =>
    [0, 1, 2, 3].filter((more) => fewest(each) + more <= top).map((more) => ({ size: each, rows: rowsOf(each, more) })),
  );
  const { size: [width, step], rows } = whole.find(({ rows }) => isWhole(rows)) ?? { size: fits, rows: rowsOf(fits) };
  const rowCount = rows.length;
  const share = rowCount <= 2 ? 0.8 : rowCount === 3 ? (width <= 60 ? 0.8 : 0.78) : 0.7;
  const rowStep = Math.round(width * share);
  const places: Fan["places"] = [];
  rows.forEach((row, y) => {
    const left = (space - ((row.length - 1) * step + width)) / 2;
    row.forEach((card, x) => (places[card] = { x: left + x * step, y: y * rowStep, row: y }));
  });
  return { width, step, rowStep, rows, places, height: Math.round((rowCount - 1) * rowStep + width * 1.4) };
}

/** Splits the hand into rows: between two groups if possible, and as evenly as possible. */
function splitRows(count: number, rowCount: number, perRow: number, breaks: number[]): number[][] {
  const even = count / rowCount;
  const isBreak = new Set(breaks);
  const cost = (from: number, to: number) => (to - from - even) ** 2 + (to === count || isBreak.has(to) ? 0 : 1_000);
  // best[r][n]: the cheapest way to lay the first n cards in r rows, and where its last row begins.
  let best: { cost: number; ends: number[] }[] = [{ cost: 0, ends: [] }];
  for (let row = 0; row < rowCount; row++) {
    const next: typeof best = [];
    for (let to = 0; to <= count; to++) {
      for (let from = Math.max(0, to - perRow); from <= to; from++) {
        const before = best[from];
        if (!before) continue;
        const total = before.cost + cost(from, to);
        if (!next[to] || total < next[to]!.cost) next[to] = { cost: total, ends: [...before.ends, to] };
      }
    }
    best = next;
  }
  const ends = best[count]?.ends ?? [count];
  return ends.map((end, row) => Array.from({ length: end - (ends[row - 1] ?? 0) }, (_, at) => (ends[row - 1] ?? 0) + at));
}

/**
 * The card at a point of the fan. A lifted card does not hide its neighbours: each card is taken at its unlifted
 * position, up to the next card on its right, and down to the row below.
 */
export function cardAt(fan: Fan, x: number, y: number): number | null {
  const rowOf = Math.floor((y + 10) / fan.rowStep);
  const row = fan.rows[Math.max(0, Math.min(fan.rows.length - 1, rowOf))] ?? [];
  const first = fan.places[row[0] ?? -1];
  if (!first || y < first.y - 14 || y > first.y + fan.width * 1.4 + 8) return null;
  const at = Math.floor((x - first.x) / fan.step);
  const last = row.length - 1;
  if (at < 0 || x > first.x + last * fan.step + fan.width) return null;
  return row[Math.min(at, last)] ?? null;
}

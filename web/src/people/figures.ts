import type { GameName, Schemas } from "../api/types";
import { language, t } from "../i18n/index.svelte";

type Figures = Schemas["Figures"];

export type Company = "all" | "people" | "computers";

export interface Tile {
  label: string;
  value: string;
}

/** The figures of one game, with all opponents. */
export function pick(figures: Figures[], game: GameName, company: Company): Figures[] {
  return figures.filter((each) => each.game === game && (company === "all" || each.with_computers === (company === "computers")));
}

const share = (of: number, all: number) => (all > 0 ? language.percent(of / all) : "–");
const sum = <Tally>(tallies: Tally[], of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);

/** A player's figures, six at a time. */
export function tiles(figures: Figures[], game: GameName): Tile[] {
  const words = t().figures;
  const hands = sum(figures, (each) => each.hands);
  const net = sum(figures, (each) => each.net);
  const first: Tile[] = [
    { label: words.hands, value: language.number(hands) },
    { label: words.net, value: language.signed(net) },
  ];
  switch (game) {
    case "holdem": {
      const all = figures.flatMap(({ tally }) => ("holdem" in tally ? [tally.holdem] : []));
      return [
        ...first,
        { label: words.showdownsWon, value: share(sum(all, (each) => each.showdowns_won), sum(all, (each) => each.showdowns)) },
        { label: words.played, value: share(sum(all, (each) => each.vpip), hands) },
        { label: words.raised, value: share(sum(all, (each) => each.pfr), hands) },
        { label: words.threeBets, value: share(sum(all, (each) => each.three_bets), sum(all, (each) => each.three_bet_chances)) },
      ];
    }
    case "doudizhu": {
      const all = figures.flatMap(({ tally }) => ("doudizhu" in tally ? [tally.doudizhu] : []));
      return [
        ...first,
        { label: words.bombs, value: language.number(sum(all, (each) => each.bombs)) },
        { label: words.asLandlord, value: language.number(sum(all, (each) => each.landlord_hands)) },
        { label: words.landlordWins, value: share(sum(all, (each) => each.landlord_wins), sum(all, (each) => each.landlord_hands)) },
        { label: words.peasantWins, value: share(sum(all, (each) => each.peasant_wins), sum(all, (each) => each.peasant_hands)) },
      ];
    }
    case "shengji": {
      const all = figures.flatMap(({ tally }) => ("shengji" in tally ? [tally.shengji] : []));
      const attacking = sum(all, (each) => each.attacking_hands);
      const points = sum(all, (each) => each.points_taken);
      return [
        { label: words.hands, value: language.number(hands) },
        { label: words.levels, value: language.number(sum(all, (each) => each.levels_won)) },
        { label: words.kitties, value: language.number(sum(all, (each) => each.kitties_kept)) },
        { label: words.declaring, value: language.number(sum(all, (each) => each.declaring_hands)) },
        { label: words.attacking, value: language.number(attacking) },
        { label: words.points, value: attacking > 0 ? language.number(points / attacking) : "–" },
      ];
    }
  }
}

/** The chips, summed up day by day from 0. */
export function byDay(figures: Figures[]): number[] {
  const days = new Map<string, number>();
  for (const { days: own } of figures) for (const { date, net } of own) days.set(date, (days.get(date) ?? 0) + net);
  return summed([...days].sort(([one], [other]) => one.localeCompare(other)).map(([, net]) => net));
}

export function summed(nets: number[]): number[] {
  let total = 0;
  return [0, ...nets.map((net) => (total += net))];
}

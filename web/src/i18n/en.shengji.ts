import type { Who } from "../table/who";
import shared from "../../../crates/client/words/en/shengji.json" with { type: "json" };

const verb = (who: Who, third: string, second: string) => `${who.name} ${who.you ? second : third}`;
const groups: Record<string, string> = shared.group;

export const shengji = {
  ...shared,
  even: "North–South",
  odd: "East–West",
  trump: "Trump",
  points: "Points",
  cards: (count: number) => (count === 1 ? "1 card" : `${count} cards`),
  of: (points: number) => `of ${points}`,
  pointsOf: (points: number, of: number) => `${points} points of ${of}`,
  toDeal: (count: number) => `${count} to deal`,
  declareAny: (level: string) => `Show ${["8", "A"].includes(level) ? "an" : "a"} ${level} to [declare]`,
  declareSub: "You may declare while cards are dealt",
  overturn: "A stronger card overturns it",
  declaredBy: (who: Who, what: string) => `${who.name} declared ${what}`,
  declare: "Declare",
  nothing: "Nothing",
  nothingYet: "You cannot declare yet",
  ready: (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)} ready`,
  cardsOf: (count: number, of: number) => `${count} of ${of} cards`,
  passed: "You pass until something changes",
  flipping: "The kitty is turned up",
  stealing: "The kitty may be [stolen|steal]",
  buryTitle: (count: number) => `[Bury|bury] ${count} cards`,
  burySub: "They count double or more if you lose the last trick",
  buries: (who: Who) => `${verb(who, "[buries|bury]", "[bury]")} the [kitty]`,
  bury: "Bury",
  chosen: (count: number, of: number) => `${count} of ${of}`,
  chosenPoints: (count: number, of: number, points: number) => `${count} of ${of} chosen · ${points} points`,
  youDeal: "you hold the deal",
  lowerAll: "Lower all",
  hint: "Hint",
  play: "Play",
  playCount: (count: number) => `Play ${count}`,
  lead: "You lead",
  leadSub: "One card, or more of one suit: a pair, a [tractor], a [throw]",
  leads: (who: Who) => verb(who, "leads", "lead"),
  led: "Led",
  ledBy: (led: Who, winning: Who) => `${led.name} led, ${winning.you ? "you are" : `${winning.name} is`} winning`,
  thinks: (who: Who) => verb(who, "thinks", "think"),
  throwsNow: "A throw: it may fail",
  tricks: (mine: number) => `Tricks ${mine}`,
  group: (group: string) => groups[group] ?? group,
  /** A follower's duty: a number of cards of a group, and the pairs in it. `runs` has the lengths in pairs. */
  owed: (group: string, cards: number, inGroup: number, runs: number[]): string => {
    const name = groups[group] ?? group;
    if (inGroup === 0) return "Follow: anything goes";
    if (inGroup < cards) return `Follow: all your ${name}, then anything`;
    const tractors = runs.filter((pairs) => pairs > 1);
    const pairs = runs.filter((pairs) => pairs === 1).length;
    if (tractors.length > 0) return `Follow: a [tractor] of ${tractors[0]} pairs of ${name}`;
    if (pairs * 2 === cards) return `Follow: ${pairs === 1 ? "a pair" : `${pairs} pairs`} of ${name}`;
    if (pairs > 0) return `Follow: ${cards} ${name}, ${pairs === 1 ? "a pair" : `${pairs} pairs`} among them`;
    return cards === 1 ? `Follow: ${name}` : `Follow: ${cards} ${name}`;
  },
  must: (count: number) => (count === 1 ? "One card has to be played" : `${count} cards have to be played`),
  free: "Choose what to play",
};

import shared from "../../../crates/client/words/en/holdem.json" with { type: "json" };

const one: Record<string, string> = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", "9": "nine", "8": "eight", "7": "seven",
  "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
};
const many = (rank: string) => (rank === "6" ? "sixes" : `${one[rank]}s`);
const big = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const holdem = {
  ...shared,
  pot: "Pot",
  main: "Main",
  side: "[Side|side pot]",
  board: "Board",
  boards: "Each board wins half of every pot",
  fold: "Fold",
  check: "Check",
  call: "Call",
  bet: "Bet",
  raise: "Raise to",
  allIn: "All-in",
  min: "Min",
  max: "Max",
  presetPot: "Pot",
  less: "Less",
  more: "More",
  share: "Bet size",
  foldAnyway: "Fold although checking is free",
  checkFold: "Check / fold",
  callAhead: "Call",
  ahead: "Decide before your turn",
  dropped: (what: string) => `The price changed. “${what}” was dropped.`,
  twice: "Two boards",
  once: "One board",
  show: "Show",
  muck: "Muck",
  straddle: "Straddle",
  runningOut: "The board is run out",
  wonWith: (names: string, hand: string) => `${names}: ${hand}`,
  won: "won",
  tag: shared.tag as Record<string, string>,
  made: (category: keyof typeof shared.made, ranks: string[]): string => {
    const text = shared.made[category === "straight_flush" && ranks[0] === "A" ? "royal" : category];
    return big(text.replace(/\{(s?)(\d)\}/g, (_, plural, at) => (plural ? many(ranks[at]!) : one[ranks[at]!]!)));
  },
};

import type { Who } from "../table/who";

const verb = (who: Who, third: string, second: string) => `${who.name} ${who.you ? second : third}`;
const rank = (rank: string) => ({ T: "10", B: "small joker", R: "big joker" })[rank] ?? rank;

/** The words for the events of each game: for the log, and for screen readers. */
export const told = {
  holdem: {
    posted: (who: Who, chips: string) => `${verb(who, "posts", "post")} ${chips}`,
    dealt: "Cards are dealt",
    folded: (who: Who) => verb(who, "folds", "fold"),
    checked: (who: Who) => verb(who, "checks", "check"),
    called: (who: Who, chips: string) => `${verb(who, "calls", "call")} ${chips}`,
    bet: (who: Who, chips: string) => `${verb(who, "bets", "bet")} ${chips}`,
    raised: (who: Who, chips: string) => `${verb(who, "raises", "raise")} to ${chips}`,
    allIn: "all in",
    returned: (who: Who, chips: string) => `${verb(who, "takes", "take")} ${chips} back`,
    answered: (who: Who, agree: boolean) => `${verb(who, "wants", "want")} ${agree ? "two boards" : "one board"}`,
    shown: (who: Who) => verb(who, "shows", "show"),
    mucked: (who: Who) => verb(who, "mucks", "muck"),
    raked: (chips: string) => `Rake ${chips}`,
    awarded: (who: Who, chips: string) => `${verb(who, "wins", "win")} ${chips}`,
  },
  doudizhu: {
    bid: (who: Who, points: number) => `${verb(who, "bids", "bid")} ${points}`,
    call: (who: Who) => verb(who, "calls", "call"),
    rob: (who: Who) => verb(who, "robs", "rob"),
    pass: (who: Who) => verb(who, "passes", "pass"),
    declined: (who: Who, what: "show" | "bid" | "rob" | "double"): string => {
      const wanted = { show: "show", bid: "", rob: "rob", double: "double" }[what];
      return wanted ? `${verb(who, "does", "do")} not ${wanted}` : verb(who, "passes", "pass");
    },
    landlord: (who: Who) => `${who.name} ${who.you ? "are" : "is"} the landlord`,
    doubled: (who: Who) => verb(who, "doubles", "double"),
    shown: (who: Who, factor: number) => `${verb(who, "shows", "show")} the hand, ×${factor}`,
    wild: (r: string) => `${rank(r)} is wild`,
    played: (who: Who, what: string) => `${who.name}: ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
    auction: "Auction",
    revealed: "The others show what they hold",
    void: "Nobody wants to be landlord",
  },
  shengji: {
    declared: (who: Who) => verb(who, "declares", "declare"),
    trump: (what: string) => `Trump is ${what}`,
    kittyTaken: (who: Who) => `${verb(who, "takes", "take")} the kitty`,
    buried: (who: Who) => `${verb(who, "buries", "bury")} eight cards`,
    thrown: (who: Who) => verb(who, "throws", "throw"),
    failed: (who: Who) => `${who.name}: the throw fails`,
    played: (who: Who) => verb(who, "plays", "play"),
    won: (who: Who, points: number) => `${verb(who, "takes", "take")} the trick${points ? `, ${points} points` : ""}`,
    flipped: "Turned up",
    undeclared: "Nobody declared",
    scored: (points: number) => `Attackers: ${points} points`,
  },
};

import type { Who } from "../table/who";
import type english from "../../../crates/client/words/en/events.json";
import { fill } from "./fill";
import { sentence } from "./sentence";

/** The texts for the events of each game: for the log, and for screen readers. */
export const eventTexts = ({ holdem, doudizhu, shengji }: typeof english) => ({
  holdem: {
    posted: (who: Who, chips: string) => sentence(holdem.posted, who, chips),
    dealt: holdem.dealt,
    folded: (who: Who) => sentence(holdem.folded, who),
    checked: (who: Who) => sentence(holdem.checked, who),
    called: (who: Who, chips: string) => sentence(holdem.called, who, chips),
    bet: (who: Who, chips: string) => sentence(holdem.bet, who, chips),
    raised: (who: Who, chips: string) => sentence(holdem.raised, who, chips),
    allIn: holdem.allIn,
    returned: (who: Who, chips: string) => sentence(holdem.returned, who, chips),
    answered: (who: Who, agree: boolean) => sentence(agree ? holdem.agreed : holdem.declined, who),
    shown: (who: Who) => sentence(holdem.shown, who),
    mucked: (who: Who) => sentence(holdem.mucked, who),
    raked: (chips: string) => fill(holdem.raked, [chips]),
    awarded: (who: Who, chips: string) => sentence(holdem.awarded, who, chips),
  },
  doudizhu: {
    bid: (who: Who, points: number) => sentence(doudizhu.bid, who, points),
    call: (who: Who) => sentence(doudizhu.call, who),
    rob: (who: Who) => sentence(doudizhu.rob, who),
    pass: (who: Who) => sentence(doudizhu.pass, who),
    declined: (who: Who, what: "show" | "bid" | "rob" | "double") => sentence(doudizhu.declined[what], who),
    landlord: (who: Who) => sentence(doudizhu.landlord, who),
    doubled: (who: Who) => sentence(doudizhu.doubled, who),
    shown: (who: Who, factor: number) => sentence(doudizhu.shown, who, factor),
    // A joker is never wild.
    wild: (rank: string) => fill(doudizhu.wild, [rank === "T" ? "10" : rank]),
    played: (who: Who, what: string) => fill(doudizhu.played, [who.name, what.charAt(0).toLowerCase() + what.slice(1)]),
    auction: doudizhu.auction,
    revealed: doudizhu.revealed,
    void: doudizhu.void,
  },
  shengji: {
    declared: (who: Who) => sentence(shengji.declared, who),
    trump: (what: string) => fill(shengji.trump, [what]),
    kittyTaken: (who: Who) => sentence(shengji.kittyTaken, who),
    buried: (who: Who) => sentence(shengji.buried, who),
    thrown: (who: Who) => sentence(shengji.thrown, who),
    failed: (who: Who) => sentence(shengji.failed, who),
    played: (who: Who) => sentence(shengji.played, who),
    won: (who: Who, points: number) => sentence(points ? shengji.wonPoints : shengji.won, who, points),
    flipped: shengji.flipped,
    undeclared: shengji.undeclared,
    scored: (points: number) => fill(shengji.scored, [points]),
  },
});

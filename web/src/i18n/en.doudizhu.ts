import type { Who } from "../table/who";
import shared from "../../../crates/client/words/en/doudizhu.json" with { type: "json" };
import { fill } from "./fill";

const verb = (who: Who, third: string, second: string) => `${who.name} ${who.you ? second : third}`;
const rank = (rank: string) => ({ T: "10", B: "small joker", R: "big joker" })[rank] ?? rank;

export const doudizhu = {
  ...shared,
  stake: (chips: string) => `Stake ${chips}`,
  base: "base",
  auctionOn: "Auction",
  whoLandlordSub: "The highest bid takes the three cards",
  callSub: "The others may still [rob] the landlord",
  yourBid: (least: number) => (least > 1 ? `Your bid: more than ${least - 1}` : shared.yourBid),
  bid: (points: number) => (points === 1 ? "1 point" : `${points} points`),
  bidKey: (points: number) => `Bid ${points}`,
  showIt: (factor: number) => `Show ×${factor}`,
  hint: "Hint",
  hintOf: (at: number, of: number) => `${at} of ${of}`,
  play: "Play",
  playCount: (count: number) => `Play ${count}`,
  lower: (cards: string) => `Lower ${cards}`,
  lead: "You lead",
  leads: (who: Who) => verb(who, "leads", "lead"),
  leadSub: "Play what you like",
  beat: (what: string) => `Beat the ${what.toLowerCase()}`,
  cannotBeat: "Nothing of yours beats it",
  waits: (who: Who) => verb(who, "thinks", "think"),
  cardsLeft: (name: string, count: number) => `${name} has ${count === 1 ? "one card" : `${count} cards`} left`,
  left: (count: number) => (count === 1 ? "one card left" : `${count} cards left`),
  autoPass: "Auto-pass",
  dealing: "Cards are dealt",
  showing: "Hands may be [shown|open hand]",
  doublingOn: "Stakes may be [doubled|double]",
  multiplier: "How it came about",
  bombs: (count: number) => (count === 1 ? "1 [bomb]" : `${count} [bombs|bomb]`),
  kind: shared.kind as Record<string, string>,
  reading: (kind: string, main: string, length: number): string => {
    const name = doudizhu.kind[kind] ?? kind;
    if (kind === "rocket") return name;
    if (["straight", "pair_chain", "airplane", "airplane_singles", "airplane_pairs"].includes(kind)) {
      return fill(shared.read.chain, [name, length, rank(main)]);
    }
    return `${name}, ${rank(main)}`;
  },
};

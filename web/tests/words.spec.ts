import { expect } from "@playwright/test";
import { en, parts } from "../src/i18n/en";
import { test } from "./test";

type Template = (...values: unknown[]) => unknown;

/** Sentences that never name oneself, or are about a thing, and why. Each of them would be wrong about oneself. */
const ofOthers: Record<string, string> = {
  "menu.sitOutNow": "other players at the table",
  "menu.haveNoChips": "other players at the table",
  "menu.haveLeft": "other players of the last hand",
  "result.isReady": "other players at the table",
  "result.isLooking": "other players at the table",
  "host.removeAsk": "a host does not send themselves away",
  "person.endAsk": "no one is their own friend",
  "account.claimLost": "the guest of this device, by name, to the player who takes it over",
  "invitation.title": "the host, to who is invited",
  "invitation.invites": "the host, to who is invited",
  "invitation.plays": "the host, to who is invited",
  "invitation.insteadOf": "a computer",
  "tour.event.wonBy": "the winner by name, for every reader",
  "inplay.dealing.proposed": "another player; one's own deal has a sentence of its own",
  "inplay.hosting.removeAsk": "a player by name, to the host",
  "inplay.hosting.isAway": "a player by name, to the host",
  "inplay.hosting.isDeciding": "a player by name, to the host",
  "inplay.hosting.outLine": "a player by name, to the host",
  "leaving.computer": "another player, who is gone",
  "leaving.free": "another player, who is gone",
  "sit.next.computer": "a computer",
  "sit.next.thinks": "a player of the hand, to one who is not in it",
  "doudizhu.cardsLeft": "the landlord, by that word, to the peasants",
};

const you = { you: true, name: "You" };
/** The server's answer to a refused request. */
const problem = { option: "seats", must: "be fewer", min: 2, max: 5, least: 2, call: 10, demanded: 2, group: "spades", flaw: "gap", closest: null, table: { kind: "pair", length: 2 } };

/** Parameters of templates whose meaning does not follow from their names. */
const takes: Record<string, unknown[][]> = {
  card: [["A", "s"], ["2", "joker"]],
  "doudizhuResult.reasons": [[["a bomb"]], [["a bomb", "the rocket"]]],
  "shengji.owed": [["spades", 2, 0, []], ["spades", 2, 1, []], ["spades", 4, 5, [2]], ["spades", 2, 5, [1]], ["spades", 3, 5, [1]], ["spades", 1, 5, []]],
  "holdem.made": [["one_pair", ["A", "A", "K", "Q", "J"]], ["straight_flush", ["A", "K", "Q", "J", "T"]]],
  "guide.keepsAll": [[["your pairs"]], [["your pairs", "your high cards"]]],
  "guide.doudizhu.may.bid": [[[1]], [[1, 2, 3]]],
};

/** Each template of a part, by its path. */
function templates(words: object, path = ""): [string, Template][] {
  return Object.entries(words).flatMap(([name, each]: [string, unknown]) => {
    const at = path ? `${path}.${name}` : name;
    if (typeof each === "function") return [[at, each as Template]];
    return each && typeof each === "object" ? templates(each, at) : [];
  });
}

/** The names of a template's parameters; a destructured one keeps its bracket. */
function parametersOf(say: Template): string[] {
  const [, alone, list = alone ?? ""] = /^(?:(\w+) *=>|\w*\(([^)]*)\))/.exec(say.toString()) ?? [];
  if (/^\s*[[{]/.test(list)) return [list.trim().charAt(0)];
  return list.split(",").map((name) => name.trim()).filter(Boolean);
}

/** The arguments of a template: oneself for each person, and this number or word elsewhere. */
function valueOf(parameter: string, else_: number | string): unknown {
  if (/^(who|led|winning)$/.test(parameter)) return you;
  if (/^(name|host)$/.test(parameter)) return "You";
  if (/^(you|isYou)$/.test(parameter)) return true;
  if (parameter === "names") return ["You"];
  if (/^(problem|\{)$/.test(parameter)) return problem;
  return parameter === "[" ? ["A", "A", "K", "K", "Q"] : else_;
}

/** All sentences of a template about oneself, as far as it can make them. */
function sentencesOf(path: string, say: Template): string[] {
  const names = parametersOf(say);
  const all = takes[path] ?? [2, 1, 0, "show", "x"].map((each) => names.map((name) => valueOf(name, each)));
  return all.flatMap((values) => {
    try {
      const said = say(...values);
      return (typeof said === "string" ? [said] : Object.values(said as object)).filter((sentence): sentence is string => typeof sentence === "string" && !/undefined|NaN|\[object/.test(sentence));
    } catch (error) {
      if (takes[path]) throw error;
      return [];
    }
  });
}

/** A verb in the third person after "you". */
const isWrong = (sentence: string) => /\byou (?!cards|points|levels|pairs|seconds|players|seats|hands|days|chips|bombs)(is|has|does|was|[a-z]+[^s]s)\b/i.test(sentence);

test("every sentence about oneself has its verb in the second person", async () => {
  const words = [en, ...(await Promise.all(Object.values(parts).map((part) => part())))];
  const said = new Map(words.flatMap((part) => templates(part)).map(([path, say]) => [path, sentencesOf(path, say)]));
  const paths = [...said.keys()];
  expect(paths.filter((path) => said.get(path)!.length === 0), "takes something else: say what").toEqual([]);
  expect(Object.keys(takes).filter((path) => !said.has(path)), "is not there").toEqual([]);
  const wrong = paths.filter((path) => said.get(path)!.some(isWrong));
  expect(wrong.filter((path) => !(path in ofOthers)).map((path) => `${path}: ${said.get(path)!.find(isWrong)}`)).toEqual([]);
  expect(Object.keys(ofOthers).filter((path) => !wrong.includes(path)), "needs no exception").toEqual([]);
  expect(paths.filter((path) => said.get(path)!.some((sentence) => /\byou\b/i.test(sentence))).length).toBeGreaterThan(50);
});

import { expect } from "@playwright/test";
import { en, parts } from "../src/i18n/en";
import { test } from "./test";

/** Sentences about others alone, or about no person: a game, a card, the landlord. */
const ofOthers = ["host.removeAsk", "host.banAsk", "host.handOverAsk", "person.endAsk", "account.claimLost", "learn.titleOf", "doudizhu.cardsLeft", "sit.broke.minutes", "told.doudizhu.wild"];
/** Parts whose sentences name others alone. */
const partsOfOthers = ["invitation.", "leaving.", "sit.next.", "guide."];

/** Each template of a part, by its path. */
function templates(words: object, path = ""): [string, (...values: unknown[]) => unknown][] {
  return Object.entries(words).flatMap(([name, each]: [string, unknown]) => {
    const at = path ? `${path}.${name}` : name;
    if (typeof each === "function") return [[at, each as () => unknown]];
    return each && typeof each === "object" ? templates(each, at) : [];
  });
}

test("every sentence about oneself has its verb in the second person", async () => {
  const words = [en, ...(await Promise.all(Object.values(parts).map((part) => part())))];
  const you = { you: true, name: "You" };
  const wrong: string[] = [];
  const told = new Set<string>();
  for (const [path, say] of words.flatMap((part) => templates(part))) {
    if (ofOthers.includes(path) || partsOfOthers.some((part) => path.startsWith(part))) continue;
    for (const person of [you, "You"]) {
      for (const rest of [[2, 2, 2], ["x", "x", "x"], [you, you, you], [true, 1, 1]]) {
        let sentence: unknown;
        try {
          sentence = say(person, ...rest);
        } catch {
          // It takes something else.
          continue;
        }
        if (typeof sentence !== "string" || !/\byou\b/i.test(sentence)) continue;
        told.add(path);
        if (/\byou (?!cards|points|levels|pairs|seconds|players|seats|hands|days|chips|bombs)(is|has|does|was|[a-z]+[^s]s)\b/i.test(sentence)) wrong.push(`${path}: ${sentence}`);
      }
    }
  }
  expect([...new Set(wrong)]).toEqual([]);
  expect(told.size).toBeGreaterThan(50);
});

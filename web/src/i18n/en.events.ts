import words from "../../../crates/client/words/en/events.json" with { type: "json" };
import { eventTexts } from "./events";

export const events = eventTexts(words);

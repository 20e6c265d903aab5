import words from "../../../crates/client/words/zh/events.json" with { type: "json" };
import { eventTexts } from "./events";

export const events = eventTexts(words);

import { expect } from "@playwright/test";
import { EventCutter } from "../src/api/sse";
import { test } from "./test";

const text = 'event: me\nid: a1\ndata: {"chips":1}\n\n: alive\n\nevent: table\ndata: {"x":\ndata: 2}\n\n';

test("events are the same however the text is cut", () => {
  const whole = new EventCutter().push(text);
  expect(whole).toEqual([
    { event: "me", id: "a1", data: '{"chips":1}' },
    { event: "table", id: null, data: '{"x":\n2}' },
  ]);
  for (let cut = 0; cut <= text.length; cut++) {
    const cutter = new EventCutter();
    expect([...cutter.push(text.slice(0, cut)), ...cutter.push(text.slice(cut))]).toEqual(whole);
  }
});

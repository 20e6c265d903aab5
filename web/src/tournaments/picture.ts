import type { Card } from "../api/types";
import { isJoker, rankOf, suitOf } from "../ui/cards";

/** What is on the picture of a result. */
export interface Result {
  name: string;
  number: string;
  ending: string;
  before: string;
  after: string;
  of: string;
  prize: string;
  cards: Card[];
  others: Card[];
  isWon: boolean;
  against: string;
  sentence: string;
  foot: string;
  isLight: boolean;
  isTwo: boolean;
}

const [width, height] = [1_080, 1_512];

const colours = {
  dark: { mat: "#164039", edge: "#0f2f2a", line: "#ffffff30", ink: "#f0f4ee", second: "#b4ccc2", brass: "#f4c667", paper: "#f7f3ea" },
  light: { mat: "#cbe0d4", edge: "#b9d3c5", line: "#0f3a2c3a", ink: "#12231d", second: "#38524a", brass: "#704800", paper: "#fffefb" },
};

const suitColours = { s: "#1d2321", h: "#c01f2e", d: "#1d5ab4", c: "#17713a" };

/** The lines of a shape that the page draws, in its own box. */
function pathsOf(symbol: string): { paths: Path2D[]; box: [number, number] } {
  const shape = document.getElementById(symbol);
  const [, , wide = 24, high = 24] = (shape?.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const paths = [...(shape?.querySelectorAll("path, circle, ellipse, rect") ?? [])].map((each) => {
    const number = (name: string) => Number(each.getAttribute(name) ?? 0);
    const path = new Path2D(each.getAttribute("d") ?? undefined);
    if (each.tagName === "circle") path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
    if (each.tagName === "ellipse") path.ellipse(number("cx"), number("cy"), number("rx"), number("ry"), 0, 0, 2 * Math.PI);
    if (each.tagName === "rect") path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
    return path;
  });
  return { paths, box: [wide, high] };
}

/**
 * The picture of a result, as a file. It is drawn line by line: the policy of the page forbids to load a drawing as an
 * image.
 */
export async function drawn(result: Result): Promise<Blob> {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const ink = canvas.getContext("2d");
  if (!ink) throw new Error("no canvas");
  const tone = colours[result.isLight ? "light" : "dark"];
  const family = getComputedStyle(document.body).fontFamily;

  const cloth = ink.createRadialGradient(width / 2, height * 0.4, 0, width / 2, height * 0.4, height * 0.75);
  cloth.addColorStop(0.3, tone.mat);
  cloth.addColorStop(1, tone.edge);
  ink.fillStyle = cloth;
  ink.fillRect(0, 0, width, height);
  ink.strokeStyle = tone.line;
  ink.lineWidth = 5;
  ink.beginPath();
  ink.roundRect(44, 44, width - 88, height - 88, 430);
  ink.stroke();

  ink.textAlign = "center";
  ink.textBaseline = "alphabetic";
  const text = (words: string, y: number, size: number, weight: number, colour: string, x = width / 2, most = 820) => {
    ink.font = `${weight} ${size}px ${family}`;
    ink.fillStyle = colour;
    ink.fillText(words, x, y, most);
  };

  text(result.name, 300, 54, 600, tone.ink);
  // The place, with what comes before and after it, in the middle.
  ink.font = `700 330px ${family}`;
  const wide = ink.measureText(result.number).width;
  text(result.number, 640, 330, 700, tone.ink);
  const [left, right] = [width / 2 - wide / 2, width / 2 + wide / 2];
  if (result.before) text(result.before, 640, 110, 600, tone.ink, left - 80);
  if (result.after) text(result.after, 640, 110, 600, tone.ink, right + 80);
  if (result.ending) text(result.ending, 480, 120, 650, tone.ink, right + 80);
  text(result.of, 730, 54, 400, tone.second);
  if (result.prize) text(result.prize, 860, 96, 700, tone.brass);

  const hand = (cards: Card[], middle: number, isWinner: boolean) => {
    const [w, step] = [146, 96];
    const start = middle - (w + step * (cards.length - 1)) / 2;
    cards.forEach((card, at) => drawCard(ink, card, start + at * step, 930, w, tone.paper, isWinner, result.isTwo));
  };
  if (result.cards.length > 0 && result.others.length > 0) {
    hand(result.cards, width / 2 - 250, result.isWon);
    hand(result.others, width / 2 + 250, !result.isWon);
    text(result.against, 1_045, 44, 400, tone.second, width / 2, 220);
  } else if (result.cards.length > 0) hand(result.cards, width / 2, result.isWon);
  if (result.sentence) text(result.sentence, 1_225, 44, 400, tone.second);
  text(result.foot, 1_390, 46, 600, tone.ink, width / 2, 760);

  return new Promise((done, fail) => canvas.toBlob((file) => (file ? done(file) : fail(new Error("no picture"))), "image/png"));
}

function drawCard(ink: CanvasRenderingContext2D, card: Card, x: number, y: number, w: number, paper: string, isWinner: boolean, isTwo: boolean): void {
  const suit = suitOf(card);
  const colour = suitColours[isTwo ? ({ s: "s", h: "h", d: "h", c: "s" } as const)[suit] : suit];
  ink.save();
  ink.translate(x, y);
  ink.shadowColor = "#00000060";
  ink.shadowBlur = 14;
  ink.shadowOffsetY = 4;
  ink.fillStyle = paper;
  ink.beginPath();
  ink.roundRect(0, 0, w, w * 1.4, w * 0.115);
  ink.fill();
  ink.shadowColor = "transparent";
  ink.lineWidth = isWinner ? 8 : 2;
  ink.strokeStyle = isWinner ? "#f0b94a" : "#0000004d";
  ink.stroke();
  if (!isJoker(card)) {
    draw(ink, `rank-${rankOf(card)}`, w * 0.09, w * 0.1, w * 0.42, w * 0.5, colour, true);
    draw(ink, `suit-${suit}`, w * 0.12, w * 0.68, w * 0.36, w * 0.36, colour, false);
  }
  ink.restore();
}

/** A shape of the page within a box, whole and in its middle. */
function draw(ink: CanvasRenderingContext2D, symbol: string, x: number, y: number, wide: number, high: number, colour: string, isLine: boolean): void {
  const { paths, box } = pathsOf(symbol);
  const scale = Math.min(wide / box[0], high / box[1]);
  ink.save();
  ink.translate(x + (wide - box[0] * scale) / 2, y + (high - box[1] * scale) / 2);
  ink.scale(scale, scale);
  ink.strokeStyle = ink.fillStyle = colour;
  ink.lineWidth = 3;
  ink.lineCap = ink.lineJoin = "round";
  for (const path of paths) isLine ? ink.stroke(path) : ink.fill(path);
  ink.restore();
}

import type { Schemas } from "../api/types";

/** The drawing of an animal: fills and paths, one over the other, on a square of 64. */
type Shape = [fill: string, path: string];

interface Animal {
  ground: string;
  shapes: Shape[];
}

/** An ellipse as a path. */
const o = (x: number, y: number, r: number, ry = r) => `M${x - r} ${y}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0Z`;
const both = (left: (side: 1 | -1) => string) => left(1) + left(-1);
const x = (side: 1 | -1, from: number) => 32 - side * from;

const ink = "#2a2320";
const eyes = (y = 34, apart = 8, size = 2.4): Shape => [ink, both((side) => o(x(side, apart), y, size, size * 1.15))];
const nose = (y = 40, size = 3): Shape => [ink, o(32, y, size, size * 0.75)];
const head = (fill: string, wide = 17, high = 16, y = 36): Shape => [fill, o(32, y, wide, high)];
const roundEars = (fill: string, size = 6, apart = 14, y = 23): Shape => [fill, both((side) => o(x(side, apart), y, size))];
const sharpEars = (fill: string, top = 12): Shape => [
  fill,
  both((side) => `M${x(side, 17)} 33L${x(side, 17)} ${top}L${x(side, 4)} 23Z`),
];
const muzzle = (fill: string, wide = 9, high = 7, y = 42): Shape => [fill, o(32, y, wide, high)];
const beak = (fill: string, y = 38, wide = 5, high = 8): Shape => [fill, `M${32 - wide} ${y}h${2 * wide}L32 ${y + high}Z`];

export const animals: Record<Schemas["Avatar"], Animal> = {
  badger: {
    ground: "#bfcfc0",
    shapes: [roundEars("#4a4a4a", 5), head("#f3efe6"), ["#3c3b3b", both((side) => `M${x(side, 4)} 20L${x(side, 13)} 24L${x(side, 15)} 40L${x(side, 7)} 42Z`)], ["#f3efe6", both((side) => o(x(side, 9.5), 33.500, 2.2))], eyes(33.5, 9.5, 1.6), nose(45, 3.4)],
  },
  bear: { ground: "#d8c4a8", shapes: [roundEars("#7c4f33", 6.5), roundEars("#a9754f", 3.2), head("#8a5a3b"), muzzle("#d2a67c"), eyes(33), nose(39.5)] },
  cat: {
    ground: "#c6d4dc",
    shapes: [sharpEars("#8d8f99"), ["#e8b7b0", both((side) => `M${x(side, 14.500)} 28L${x(side, 14.500)} 18L${x(side, 8)} 23.500Z`)], head("#9c9ea8"), muzzle("#f1eee8", 7, 5), eyes(34, 8, 2.6), ["#d5837c", "M29.500 39.500h5L32 42.500Z"], ["#6b6d76", "M31 21h2v6h-2ZM26 22h1.800v4H26ZM36.200 22H38v4h-1.800Z"]],
  },
  crane: {
    ground: "#aecbd0",
    shapes: [["#2d3035", "M24 46h16l3 18H21Z"], head("#fbf8f2", 13, 14, 33), ["#c93a2c", "M22 26c1-8 19-8 20 0-6-3-14-3-20 0Z"], ["#3b3c3f", "M29.500 38h5L32 60Z"], eyes(33, 7, 2)],
  },
  dog: {
    ground: "#c9dcb9",
    shapes: [head("#d9a565"), ["#8b5a31", both((side) => `M${x(side, 11)} 20C${x(side, 24)} 16 ${x(side, 25)} 36 ${x(side, 19)} 44C${x(side, 13)} 42 ${x(side, 15)} 28 ${x(side, 11)} 20Z`)], muzzle("#f4e3c8"), ["#d96a64", "M29 46h6v4a3 3 0 0 1-6 0Z"], eyes(33), nose(39.5, 3.4)],
  },
  dragon: {
    ground: "#e3cf9d",
    shapes: [["#c98a2d", both((side) => `M${x(side, 8)} 24C${x(side, 8)} 14 ${x(side, 14)} 14 ${x(side, 14)} 6L${x(side, 17)} 7C${x(side, 18)} 16 ${x(side, 13)} 17 ${x(side, 13)} 25Z`)], ["#1f6d55", both((side) => `M${x(side, 12)} 26L${x(side, 25)} 24L${x(side, 19)} 34L${x(side, 26)} 38L${x(side, 17)} 44Z`)], head("#2f8f6f", 15, 16), muzzle("#8fd0a8", 11, 8, 44), ["#c93a2c", both((side) => o(x(side, 7), 30.500, 3.6, 2.4))], eyes(31, 7, 1.8), [ink, both((side) => o(x(side, 4), 41, 1.4))], ["#c98a2d", both((side) => `M${x(side, 10)} 43C${x(side, 20)} 44 ${x(side, 22)} 52 ${x(side, 27)} 50C${x(side, 23)} 56 ${x(side, 16)} 50 ${x(side, 10)} 46Z`)]],
  },
  fox: {
    ground: "#b8d0c8",
    shapes: [sharpEars("#d9682b", 10), ["#3a2a22", both((side) => `M${x(side, 17)} 18L${x(side, 17)} 10L${x(side, 12)} 14.500Z`)], ["#e0752f", "M14 32C16 22 48 22 50 32c0 8-9 20-18 20S14 40 14 32Z"], ["#fbf3e6", both((side) => `M${x(side, 18)} 33C${x(side, 10)} 34 ${x(side, 4)} 40 ${x(side, 0)} 52C${x(side, 10)} 51 ${x(side, 17)} 42 ${x(side, 18)} 33Z`)], eyes(34, 7.5, 2.2), nose(49, 3)],
  },
  frog: {
    ground: "#d7e0a6",
    shapes: [["#5c9e46", both((side) => o(x(side, 11), 23, 8))], head("#5c9e46", 20, 15, 38), ["#fbf8ee", both((side) => o(x(side, 11), 23, 5))], eyes(23, 11, 2.6), ["#2f5f2a", "M17 41c8 8 22 8 30 0l1.400 1.600c-8.800 9.400-24 9.400-32.800 0Z"], ["#8cc56e", o(32, 49, 8, 3)]],
  },
  goat: {
    ground: "#cfc4dc",
    shapes: [["#8b7a66", both((side) => `M${x(side, 6)} 24C${x(side, 8)} 12 ${x(side, 18)} 6 ${x(side, 23)} 14C${x(side, 17)} 13 ${x(side, 13)} 18 ${x(side, 12)} 26Z`)], ["#e6dccb", both((side) => `M${x(side, 12)} 29L${x(side, 25)} 27L${x(side, 20)} 35Z`)], ["#f3ece0", "M18 30c0-12 28-12 28 0 0 9-5 20-14 20S18 39 18 30Z"], ["#d9cbb4", "M27 49h10l-5 12Z"], ["#d8b4a4", o(32, 46, 6, 4)], eyes(32, 8, 2.2), [ink, both((side) => o(x(side, 2.4), 45.500, 1.1))]],
  },
  hare: {
    ground: "#dcc8c8",
    shapes: [["#a9917a", both((side) => o(x(side, 8), 15, 5, 13))], ["#e7c3b6", both((side) => o(x(side, 8), 16, 2.2, 9))], head("#b59c84", 16, 15, 38), muzzle("#f2e9dd", 8, 6, 44), eyes(36, 8.5, 2.6), ["#c9726a", "M29.800 40.500h4.400L32 43.200Z"]],
  },
  horse: {
    ground: "#c5d3a9",
    shapes: [["#6d3f22", both((side) => `M${x(side, 12)} 24L${x(side, 12)} 9L${x(side, 4)} 20Z`)], ["#8b5430", "M18 28c0-14 28-14 28 0 0 6-4 10-4 18s-4 10-10 10-10-2-10-10-4-12-4-18Z"], ["#3a2418", "M27 10c8-3 11 6 8 20-2-7-4-8-8-9Z"], ["#c79a73", o(32, 49, 9, 7)], eyes(31, 9, 2.3), [ink, both((side) => o(x(side, 4), 49, 1.5, 2))]],
  },
  koi: {
    ground: "#9cc4cf",
    shapes: [["#f7efe2", "M14 32C20 20 40 18 50 30c3-3 6-6 9-6-3 6-3 12 0 18-4 0-7-4-9-7-10 12-30 10-36-3Z"], ["#e0602b", "M27 22.500c6-1.500 12 0 16 3-3 6-12 7-16-3ZM15 31c2-4 5-6 9-7 1 5-2 9-9 7ZM36 42c4-3 8-4 11-3-3 3-7 4-11 3Z"], [ink, o(19.500, 32.500, 2)], ["#f2b98c", "M30 42c-1 4-4 6-8 6 1-3 3-5 5-6Z"]],
  },
  lion: {
    ground: "#d6dbc0",
    shapes: [["#a85a22", `${o(32, 35, 25, 24)}`], roundEars("#e0a545", 5, 14, 22), head("#eab654", 16, 16), muzzle("#f8e6bd", 8.5, 6.5, 43), eyes(33), nose(40, 3.2)],
  },
  monkey: {
    ground: "#d9cfa8",
    shapes: [["#6b4630", both((side) => o(x(side, 19), 35, 6.5))], ["#e3bd95", both((side) => o(x(side, 19), 35, 3.6))], head("#7a5138", 17, 18, 35), ["#eac9a3", `${both((side) => o(x(side, 6.500), 33, 8, 8.5))}${o(32, 43, 12, 8)}`], eyes(33, 6.5), [ink, both((side) => o(x(side, 1.800), 40, 1))], ["#7a4230", "M26 45c4 3 8 3 12 0-1 4-11 4-12 0Z"]],
  },
  otter: {
    ground: "#a9c9c6",
    shapes: [roundEars("#5d4434", 4, 15, 26), head("#755743", 18, 16), muzzle("#e2cbb0", 12, 8, 43), eyes(32, 8.5), nose(39, 3.6), ["#5d4434", "M31.300 42h1.400v4h-1.400Z"], ["#a68f78", both((side) => o(x(side, 6), 43.500, 0.9) + o(x(side, 8.500), 45.500, 0.9))]],
  },
  owl: {
    ground: "#c9bfd9",
    shapes: [["#5f4a3a", "M14 16l12 6h12l12-6c2 14 2 34-18 36C12 50 12 30 14 16Z"], ["#e8d6b6", both((side) => o(x(side, 8), 32, 8.5))], ["#f4b942", both((side) => o(x(side, 8), 32, 5.4))], eyes(32, 8, 3), beak("#d8892b", 36, 3, 8), ["#8a6f58", "M26 47h3v2h-3ZM30.500 49h3v2h-3ZM35 47h3v2h-3Z"]],
  },
  ox: {
    ground: "#bdd0de",
    shapes: [["#e6dcc4", both((side) => `M${x(side, 10)} 24C${x(side, 20)} 24 ${x(side, 24)} 18 ${x(side, 22)} 10C${x(side, 29)} 16 ${x(side, 28)} 29 ${x(side, 12)} 31Z`)], ["#5a4436", both((side) => `M${x(side, 14)} 30L${x(side, 26)} 31L${x(side, 19)} 38Z`)], head("#6b5241", 16, 18, 36), ["#d8b29a", o(32, 47, 13, 8.5)], eyes(33), [ink, both((side) => o(x(side, 5), 46, 1.8))]],
  },
  panda: {
    ground: "#b7d3b2",
    shapes: [roundEars("#2d2b2b", 6.5), head("#faf7f0", 18, 16.5), ["#2d2b2b", both((side) => `M${x(side, 4)} 32C${x(side, 6)} 26 ${x(side, 14)} 28 ${x(side, 13)} 35C${x(side, 12)} 41 ${x(side, 4)} 39 ${x(side, 4)} 32Z`)], ["#faf7f0", both((side) => o(x(side, 8), 33.500, 1.9))], nose(42, 3)],
  },
  phoenix: {
    ground: "#e6c7a0",
    shapes: [["#e0912c", "M30 22C24 14 26 8 22 4c8 2 10 8 12 16Z"], ["#c93a2c", "M32 22c-1-9 3-13 2-19 6 5 5 13 3 20ZM36 23c3-8 8-9 10-14 3 8-2 15-6 19Z"], head("#d9542b", 15, 15, 37), ["#f2b83f", "M18 40c3 10 25 10 28 0 2 16-30 16-28 0Z"], ["#f7e3b0", both((side) => o(x(side, 7), 34, 4.2))], eyes(34, 7, 2), beak("#5a3418", 37, 3.5, 9)],
  },
  rooster: {
    ground: "#c8d7e3",
    shapes: [["#c8321f", `${o(25, 18, 5, 6)}${o(32, 15, 5.500, 7)}${o(39, 18, 5, 6)}`], head("#f6ecd8", 15, 16, 36), ["#c8321f", both((side) => o(x(side, 3.500), 49, 3.5, 6))], eyes(33, 7.5, 2.3), beak("#e39a2e", 36, 5, 9)],
  },
  snake: {
    ground: "#e0d3b0",
    shapes: [["#c93a2c", "M31 46h2v8l4 5-2 1-3-4-3 4-2-1 4-5Z"], ["#4f8a57", "M16 30c0-20 32-20 32 0 0 9-6 19-16 19S16 39 16 30Z"], ["#8cbf7d", "M27 17h10l-2 9h-6ZM29 28h6l-3 8Z"], ["#f2d35c", both((side) => o(x(side, 9), 31, 3.6))], [ink, both((side) => o(x(side, 9), 31, 1.1, 3))], [ink, both((side) => o(x(side, 3), 42, 1))]],
  },
  tiger: {
    ground: "#bccfb4",
    shapes: [roundEars("#d9812c", 6), roundEars("#f4e2c4", 3), head("#e8933a", 18, 16), ["#f8ecd8", `${both((side) => o(x(side, 5), 44, 7, 6))}`], [ink, "M31 20h2v7h-2ZM25 21l2.500-.500 1 5.500-2 .3ZM39 21l-2.500-.500-1 5.500 2 .3ZM14.500 34l6 1.500v2l-6-.5ZM49.500 34l-6 1.500v2l6-.5ZM16 41l5.500-.5v2L17 44ZM48 41l-5.500-.5v2L47 44Z"], eyes(33), nose(40.5, 3)],
  },
  turtle: {
    ground: "#b3d1cd",
    shapes: [["#5a6b3a", "M6 46C6 22 20 12 32 12s26 10 26 34Z"], ["#7d9150", "M24 22h16l4 11-12 9-12-9ZM10 40l8-6 10 8-2 4H9ZM54 40l-8-6-10 8 2 4h17Z"], head("#a9bf6a", 13, 12, 44), eyes(42, 6, 2), ["#5a6b3a", "M27 48c3 2.500 7 2.500 10 0l.8 1.200c-3.400 3-8.200 3-11.600 0Z"]],
  },
  wolf: {
    ground: "#d3d0c4",
    shapes: [sharpEars("#5f6873", 9), ["#747e8a", "M13 31c3-10 35-10 38 0l2 8-6 1-3 7-12 6-12-6-3-7-6-1Z"], ["#eceae4", "M32 33c4 0 6 5 11 5-2 8-6 13-11 15-5-2-9-7-11-15 5 0 7-5 11-5Z"], eyes(34, 8, 2.2), nose(45, 3.2)],
  },
};

export const avatars = Object.keys(animals) as Schemas["Avatar"][];

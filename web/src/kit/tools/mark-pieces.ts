import { provideDrawing, traitsOf } from "./mark";

/**
 * A piece of a mark on a square of 48: a disc (center, radius), a quarter of one (center, radius, turn), a bar (upper left
 * corner, width, height) or a hole in the others (center, radius), and its opacity.
 */
export type Piece = [
  kind: "disc" | "quarter" | "bar" | "hole",
  x: number,
  y: number,
  a: number,
  b: number,
  opacity: number,
];

/** Returns the pieces of the mark, all in the figure's color. */
export function piecesOf(name: string): Piece[] {
  const { hash, motif } = traitsOf(name);
  const bits = hash >>> 11;
  const bit = (i: number) => (bits >>> i) & 1;
  const two = (i: number) => (bits >>> i) & 3;
  const disc = (x: number, y: number, r: number, opacity = 1): Piece => ["disc", x, y, r, 0, opacity];
  const quarter = (x: number, y: number, r: number, turn: number, opacity = 1): Piece => [
    "quarter",
    x,
    y,
    r,
    turn,
    opacity,
  ];
  const bar = (x: number, y: number, width: number, height: number, opacity = 1): Piece => [
    "bar",
    x,
    y,
    width,
    height,
    opacity,
  ];
  const halfMoon = (x: number, y: number, turn: 0 | 2, opacity?: number) =>
    [turn, turn + 1].map((part) => quarter(x, y, 12, part, opacity));
  const motifs: (() => Piece[])[] = [
    function arcs() {
      const all = [
        quarter(48, 0, 42, 1, 0.28),
        quarter(48, 0, 32, 1, 0.4),
        quarter(48, 0, 22, 1, 0.62),
        quarter(48, 0, 12, 1),
      ];
      if (bit(1)) all.splice(1, 1);
      if (bit(2)) all.splice(2, 1);
      return all;
    },
    function dots() {
      return range(16)
        .filter((i) => i % 4 > 1 || i < 8)
        .map((i) => disc(9 + 10 * (i % 4), 9 + 10 * (i >> 2), bit(i) ? 3.9 : 2.1, bit(i) ? 1 : 0.5));
    },
    function sound() {
      return range(5).map((i) => {
        const height = i < 2 ? 7 + 4 * two(2 * i) : 10 + 7 * two(2 * i);
        return bar(5 + 8 * i, 18 - height / 2, 5.2, height, i % 2 && bit(12) ? 0.5 : 1);
      });
    },
    function quarters() {
      return [0, 1, 3].map((cell, i) => {
        const turn = two(2 * i);
        const x = 24 * (cell % 2) + (turn === 1 || turn === 2 ? 24 : 0);
        const y = 24 * (cell >> 1) + (turn > 1 ? 24 : 0);
        return quarter(x, y, 24, turn, i === (bit(7) ? 0 : 2) ? 0.45 : 1);
      });
    },
    function circles() {
      return [disc(bit(0) ? 19 : 22, bit(1) ? 17 : 20, 13, 0.5), disc(32, bit(1) ? 27 : 17, 13)];
    },
    function steps() {
      return range(4).map((i) => {
        const width = (i < 2 ? 26 : 12) + 4 * two(2 * i);
        return bar(48 - width, 7 + 9.5 * i, width + 4, 5.6, i % 2 === bit(9) ? 0.5 : 1);
      });
    },
    function ring() {
      return [disc(28, 20, 16, 0.42), disc(28, 20, 10.5 + bit(0)), ["hole", 28, 20, 5.2 - bit(1), 0, 1]];
    },
    function fallingRow() {
      return [
        disc(37, 11, 8),
        disc(26, bit(0) ? 20 : 14, 5.6, 0.5),
        disc(bit(0) ? 38 : 17, bit(0) ? 29 : 11, 4.2),
        disc(bit(0) ? 28 : 36, bit(0) ? 36 : 27, 3.2, 0.5),
        disc(39, 40, 2.4),
      ];
    },
    function halfMoons() {
      const middle = bit(0) ? halfMoon(36, 24, 2, 0.5) : halfMoon(36, 12, 0, 0.5);
      const lower = bit(1) ? halfMoon(31, 36, 2) : halfMoon(36, 48, 2);
      const beside = bit(2) ? [disc(12, 12, 6 + 2 * bit(3), 0.5)] : [];
      return [...halfMoon(36, 0, 0), ...middle, ...lower, ...beside];
    },
    function frames() {
      const side = 16 - bit(0);
      return [
        bar(16, 6, 26, 26, 0.38),
        bar(21 + 2 * bit(0), 11 - bit(0), side, side),
        bar(24, 36, 18, 5.2, bit(1) ? 1 : 0.5),
      ];
    },
  ];
  return motifs[motif]?.() ?? [];
}

const range = (length: number) => Array.from({ length }, (_, i) => i);

/** Returns the mark's paths, one for each opacity. A hole is in all, as a part drawn the other way round. */
export function pathsOf(name: string) {
  const pieces = piecesOf(name);
  const holes = pieces.filter(([kind]) => kind === "hole").map(drawn);
  const paths = new Map<number, string[]>();
  for (const piece of pieces) {
    const [kind, , , , , opacity] = piece;
    if (kind === "hole") continue;
    paths.set(opacity, [...(paths.get(opacity) ?? []), drawn(piece)]);
  }
  return [...paths].map(([opacity, parts]) => ({ opacity, d: [...parts, ...holes].join("") }));
}

function drawn([kind, x, y, a, b]: Piece): string {
  if (kind === "bar") {
    const corner = a > 12 && b > 12 ? 5 : 2.6;
    const [across, down] = [a - 2 * corner, b - 2 * corner];
    return path`M${x + corner} ${y}h${across}${turned(corner, 1, 1)}v${down}${turned(corner, -1, 1)}h${-across}${turned(corner, -1, -1)}v${-down}${turned(corner, 1, -1)}z`;
  }
  if (kind === "quarter") {
    const dx = b === 1 || b === 2 ? -a : a;
    const dy = b > 1 ? -a : a;
    return path`M${x} ${y}h${dx}a${a} ${a} 0 0 ${dx * dy > 0 ? 1 : 0} ${-dx} ${dy}z`;
  }
  const way = kind === "disc" ? 1 : 0;
  return path`M${x - a} ${y}a${a} ${a} 0 1 ${way} ${2 * a} 0a${a} ${a} 0 1 ${way} ${-2 * a} 0z`;
}

/** A corner of a bar, from where the line before ends. */
const turned = (r: number, dx: number, dy: number) => path`a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;

/** Writes numbers with two digits after the point, where there are any. */
const path = (texts: TemplateStringsArray, ...values: (number | string)[]) =>
  String.raw(texts, ...values.map((value) => (typeof value === "number" ? +value.toFixed(2) : value)));

provideDrawing(pathsOf);

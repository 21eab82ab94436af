import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Colour = readonly [number, number, number];

/** Matrices for linear RGB: Machado, Oliveira and Fernandes 2009, severity 1. */
const eyes: Readonly<Record<string, readonly [Colour, Colour, Colour]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const tokens = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

for (const theme of ["light", "dark"] as const) {
  const stages = ["--stage-plan", "--stage-solve", "--stage-summarise"].map(colourIn(theme));
  it(`${theme}: each stage's hue stands out from the paper`, () => {
    for (const paper of ["--paper", "--paper-raised", "--paper-sunk"].map(colourIn(theme))) {
      for (const stage of stages) expect(contrast(stage, paper)).toBeGreaterThanOrEqual(3);
    }
  });
  it.each(Object.entries(eyes))(`${theme}: the three are told apart by %s cones`, (_, seen) => {
    const [plan, solve, summarise] = stages.map((stage) => lab(through(seen, stage)));
    for (const [one, other] of [
      [plan, solve],
      [solve, summarise],
      [plan, summarise],
    ]) {
      if (one === undefined || other === undefined) throw new Error("three hues");
      expect(Math.hypot(...one.map((value, i) => value - (other[i] ?? 0)))).toBeGreaterThan(0.12);
    }
  });
}

function colourIn(theme: "light" | "dark"): (token: string) => Colour {
  return (token) => {
    const found = new RegExp(`${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`, "u").exec(tokens);
    const hex = found?.[theme === "light" ? 1 : 2] ?? "";
    const at = (place: number) => linear(Number.parseInt(hex.slice(place, place + 2), 16) / 255);
    return [at(1), at(3), at(5)];
  };
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function through(seen: readonly [Colour, Colour, Colour], colour: Colour): Colour {
  const row = (weights: Colour) =>
    Math.min(
      1,
      Math.max(
        0,
        weights.reduce((sum, weight, i) => sum + weight * (colour[i] ?? 0), 0),
      ),
    );
  return [row(seen[0]), row(seen[1]), row(seen[2])];
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([r, g, b]: Colour): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function lab([r, g, b]: Colour): Colour {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

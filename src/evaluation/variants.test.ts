import { describe, expect, it } from "vitest";
import { methods } from "../methods/index.ts";
import { raIsf } from "../methods/ra-isf/index.ts";
import { raIsfSettings } from "../methods/ra-isf/presets.ts";
import { slimPlm } from "../methods/slim-plm/index.ts";
import { slimPlmSettings } from "../methods/slim-plm/presets.ts";
import { asItIs, sweptValue } from "./analysis/variant-ids.ts";
import { asksLarge } from "./combinations.ts";
import type { Configuration } from "./types.ts";
import {
  ablationVariants,
  methodVariants,
  rivalsOf,
  smallModelVariants,
  sweepable,
  sweepVariants,
  sweptValues,
  toolVariants,
} from "./variants.ts";

const ids = (all: readonly Configuration[]) => all.map(({ id }) => id);

describe("methods side by side", () => {
  it("asks each with a large model where the one at hand has one, else without", () => {
    const large = methodVariants(slimPlmSettings, rivalsOf(slimPlm));
    expect(ids(large)).toHaveLength(9);
    expect(large.every(asksLarge)).toBe(true);
    const small = methodVariants({ ...slimPlmSettings, summarise: "small" }, rivalsOf(slimPlm));
    expect(small.some(asksLarge)).toBe(false);
  });

  it("looks up alike, answers in the same form and keeps what may leave the device", () => {
    const settings = {
      ...slimPlmSettings,
      answer: { ...slimPlmSettings.answer, form: "long" as const },
      privacy: "no-passages" as const,
    };
    for (const { settings: one } of methodVariants(settings, rivalsOf(slimPlm))) {
      expect(one.retrieval.mode).toBe("bm25");
      expect(one.answer.form).toBe("long");
      expect(one.privacy).toBe("no-passages");
    }
  });

  it("asks the method at hand as it is set", () => {
    const settings = { ...raIsfSettings, duplicateThreshold: 0.5 };
    const own = methodVariants(settings, rivalsOf(raIsf)).find(({ id }) => id === "ra-isf");
    expect(own?.settings).toBe(settings);
  });

  it("names methods that there are, itself last", () => {
    for (const method of methods.all) {
      const rivals = rivalsOf(method);
      expect(rivals.at(-1)).toBe(method.id);
      expect(new Set(rivals).size).toBe(rivals.length);
      expect(rivals.map((id) => methods.find(id)?.id)).toEqual(rivals);
    }
  });
});

describe("ablations", () => {
  it("takes away what the paper takes away, then what is ours and is on", () => {
    expect(ids(ablationVariants(slimPlmSettings, slimPlm))).toEqual([
      asItIs,
      "without-qr",
      "without-rj",
      "without-qf",
      "without-rerank",
    ]);
    expect(ids(ablationVariants(raIsfSettings, raIsf))).toEqual([
      asItIs,
      "no-skm",
      "no-prm",
      "no-qdm",
    ]);
  });

  it("leaves out what is off already", () => {
    const off = { ...slimPlmSettings, rewriter: "vanilla" as const, rerank: false };
    expect(ids(ablationVariants(off, slimPlm))).toEqual([asItIs, "without-rj", "without-qf"]);
  });

  it("is the preset that the method calls so", () => {
    for (const [method, settings] of [
      [slimPlm, slimPlmSettings],
      [raIsf, raIsfSettings],
    ] as const) {
      for (const { id, settings: one } of ablationVariants(settings, method)) {
        const preset = method.presets.find((each) => each.id === `${method.id}-${id}`);
        if (preset !== undefined)
          expect({ ...one, rival: {} }).toEqual({ ...preset.settings, rival: {} });
      }
    }
  });
});

describe("a number varied", () => {
  it("takes the paper's values, else steps over all that it can be, and what it is", () => {
    expect(sweptValues("fallback.maxDepth", raIsfSettings, raIsf)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(sweptValues("duplicateThreshold", raIsfSettings, raIsf)).toEqual(
      expect.arrayContaining([0.85]),
    );
  });

  it("has a value for every number of every method", () => {
    for (const method of methods.all) {
      const [preset] = method.presets;
      if (preset === undefined) continue;
      for (const path of sweepable(method)) {
        const values = sweptValues(path, preset.settings, method);
        const asked = sweepVariants(preset.settings, method, { path, label: path, values });
        expect(asked.length, `${method.id} ${path}`).toBe(values.length);
        expect(asked.map(({ id }) => sweptValue(id, path))).toEqual(values);
      }
    }
  });

  it("leaves out what the number cannot be, and asks each value once", () => {
    const sweep = { path: "retrieval.k", label: "k", values: [1, 1, 0, 2.5, 3] } as const;
    const asked = sweepVariants(raIsfSettings, raIsf, sweep);
    expect(asked.map(({ title }) => title)).toEqual(["k = 1", "k = 3"]);
  });
});

it("changes the small model and nothing else; last the large one does its work", () => {
  const models = [
    { id: null, title: "Own" },
    { id: "other", title: "Other" },
  ];
  const asked = smallModelVariants(raIsfSettings, models, true);
  expect(asked.map(({ id, small }) => [id, small])).toEqual([
    [asItIs, null],
    ["small-other", "other"],
    ["by-large", null],
  ]);
  expect(asked[1]?.settings).toEqual(raIsfSettings);
  expect(asked[2]?.settings).toMatchObject({
    gate: { by: "large" },
    fallback: { by: "large" },
    filter: { by: "encoder" },
  });
  expect(smallModelVariants(raIsfSettings, models, false)).toHaveLength(2);
});

it("asks each tool alone, and the router where there is one", () => {
  const tools = ["tool-none", "tool-bm25", "tool-dense", "tool-hybrid"];
  expect(ids(toolVariants(raIsfSettings, [], false))).toEqual(tools);
  expect(ids(toolVariants(raIsfSettings, [{ id: "brave", title: "Brave" }], true))).toEqual([
    ...tools,
    "tool-brave",
    "best-predicted",
    "cost-saving",
  ]);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../log/events.ts";
import { openLog } from "../log/file.ts";
import {
  boundedPrice,
  boundedSettings,
  outOfBounds,
  settingBounds,
  withinBounds,
} from "../log/setting-bounds.ts";
import { type RunSettings, runSettings } from "../log/types.ts";
import { boundsOf, controls, isSharedPath, readControl, withControl } from "../runtime/controls.ts";
import { collect, FakeSignal, fakeModel, fakePorts, fakeSettings } from "../testing/fakes.ts";
import { methods } from "./index.ts";
import { run } from "./registry.ts";

const paths = Object.keys(settingBounds) as (keyof typeof settingBounds)[];

function numbersIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "number") return [path.join(".")];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => numbersIn(inner, [...path, key]));
}

function set(settings: RunSettings, path: string, value: number): RunSettings {
  const copy: RunSettings = structuredClone(settings);
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  const place = parts.reduce<object>((inner, part) => Reflect.get(inner, part), copy);
  Reflect.set(place, last, value);
  return copy;
}

const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(-1, 0, 0.5, 1, 1.5, 20, 21, 1e9, -1000, Number.MAX_SAFE_INTEGER),
);
const presetsOf = methods.all.flatMap((method) =>
  method.presets.map(({ settings }) => ({ settings, own: boundsOf(method.settings) })),
);

describe("the bounds of the settings", () => {
  it("are told of every number that settings have", () => {
    expect(numbersIn(fakeSettings).sort()).toEqual([...paths].sort());
  });

  it("hold for every preset of every method", () => {
    for (const { settings, own } of presetsOf) {
      expect(outOfBounds(settings, own)).toEqual([]);
      expect(withinBounds(settings, own)).toBe(settings);
    }
  });

  it("are those of the controls", () => {
    for (const [path, control] of Object.entries(controls)) {
      if (control.kind !== "number") continue;
      const { min, max, step, whole } = control;
      expect(paths).toContain(path);
      expect(settingBounds[path as keyof typeof settingBounds]).toEqual({ min, max, step, whole });
    }
  });

  it("decide alike in the schema, in a control and in a run", () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), anyNumber, (path, value) => {
        const { min, max, whole } = settingBounds[path];
        const inside = value >= min && value <= max && (!whole || Number.isInteger(value));
        const settings = set(fakeSettings, path, value);
        expect(boundedSettings.safeParse(settings).success).toBe(inside);
        expect(outOfBounds(settings).map((found) => found.path)).toEqual(inside ? [] : [path]);
        if (!isSharedPath(path)) return;
        const changed = withControl(fakeSettings, path, value);
        expect(changed !== null).toBe(inside);
      }),
      { numRuns: 2000 },
    );
  });

  it("are kept by the nearest settings, which change nothing else", () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), anyNumber, (path, value) => {
        const near = withinBounds(set(fakeSettings, path, value));
        expect(boundedSettings.safeParse(near).success).toBe(true);
        expect(set(near, path, 0)).toEqual(set(fakeSettings, path, 0));
      }),
    );
  });

  it("hold for prices", () => {
    const price = {
      inputPerMillion: 1,
      outputPerMillion: 2,
      cachedInputPerMillion: null,
      source: "a test",
      asOf: "2026-11-25",
    };
    expect(boundedPrice.safeParse(price).success).toBe(true);
    for (const bad of [-1000, -0.01, 100_001, Number.POSITIVE_INFINITY, Number.NaN]) {
      for (const name of ["inputPerMillion", "outputPerMillion", "cachedInputPerMillion"]) {
        expect(boundedPrice.safeParse({ ...price, [name]: bad }).success).toBe(false);
      }
    }
  });
});

describe("settings without bounds", () => {
  const endless = { ...fakeSettings, maxRounds: 1e9 };

  function asked(): Promise<RunEvent[]> {
    const small = fakeModel("small", () => "Q2: Which sea is it?");
    const request = { runId: "r", question: "Which sea?", settings: endless };
    return collect(run(request, fakePorts(small), new FakeSignal()));
  }

  it("are refused by a run before any call, with the number and its bounds", async () => {
    const events = await asked();
    expect(events.at(-1)).toMatchObject({
      type: "run-end",
      outcome: "failed",
      error: {
        code: "settings-illegal",
        params: { reason: "out-of-bounds", control: "maxRounds", value: 1e9, min: 0, max: 20 },
      },
    });
    expect(events.map(({ type }) => type)).toEqual(["run-start", "run-end"]);
  });

  it("still open in a log, and are no control's value", async () => {
    const [start] = openLog(JSON.parse(JSON.stringify(await asked())));
    expect(start).toMatchObject({ settings: { maxRounds: 1e9 } });
    expect(runSettings.safeParse(endless).success).toBe(true);
    expect(readControl(withinBounds(endless), "maxRounds")).toBe(20);
  });
});

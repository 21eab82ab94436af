import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunSettings } from "../log/types.ts";
import {
  type ControlValue,
  controls,
  isSharedPath,
  type SharedPath,
  withControl,
} from "../runtime/controls.ts";
import type { MethodInfo, Preset } from "../runtime/method.ts";
import { validateSettings } from "../runtime/settings-notes.ts";
import { factsOf } from "../runtime/settings-validation.ts";
import { collect, type FakeScript, fakeSettings } from "../testing/fakes.ts";
import {
  adversarial,
  describeMethodContract,
  expectSound,
  question,
  stageFor,
} from "../testing/methods/method-contract.ts";
import { customPipeline } from "./custom/index.ts";
import { methods } from "./index.ts";
import { run } from "./registry.ts";

it("every method has an id of its own, and tells what its paper leaves open", async () => {
  expect(new Set(methods.all.map(({ id }) => id)).size).toBe(methods.all.length);
  const presets = methods.all.flatMap((method) => method.presets.map(({ id }) => id));
  expect(new Set(presets).size).toBe(presets.length);
  for (const { id, load } of methods.all) {
    expect([id, (await load()).choices.length]).not.toEqual([id, 0]);
  }
});

it("every paper's method says what it does otherwise, each thing once, whatever preset is on", async () => {
  for (const { id, kind, presets, load } of methods.all) {
    if (kind !== "paper") continue;
    const { unlikePaper = [] } = await load();
    expect(new Set(unlikePaper.map(({ says }) => says)).size).toBe(unlikePaper.length);
    for (const { says } of unlikePaper) expect(says).toMatch(/^[A-Zθ].*\.$/u);
    for (const { id: preset, settings } of presets) {
      const held = unlikePaper.filter(({ holds }) => holds(settings));
      expect([id, preset, held.length > 4]).toEqual([id, preset, true]);
    }
    // Differences that no preset shows must be reachable by other settings.
    const never = unlikePaper.filter(({ holds }) => {
      const tried = presets.flatMap(({ settings }) => variations(settings));
      return !tried.some((settings) => holds(settings));
    });
    expect([id, never.map(({ says }) => says)]).toEqual([id, []]);
  }
});

function variations(settings: RunSettings): RunSettings[] {
  const paths = Object.keys(controls).filter(isSharedPath);
  const changed = paths.flatMap((path) => {
    const control = controls[path];
    const values: readonly ControlValue[] =
      control.kind === "choice"
        ? control.options
        : control.kind === "switch"
          ? [true, false]
          : control.kind === "number"
            ? [control.min, control.max]
            : ["library", "none"];
    return values.flatMap((value) => withControl(settings, path, value) ?? []);
  });
  return [settings, ...changed];
}

const rows = methods.all.flatMap((method) =>
  method.presets.map((preset): [string, MethodInfo, Preset] => [preset.id, method, preset]),
);

describe.each(rows)("%s", (_id, method, preset) => describeMethodContract(method, preset));

const anyValue = (path: SharedPath): fc.Arbitrary<ControlValue> => {
  const control = controls[path];
  switch (control.kind) {
    case "choice":
      return fc.constantFrom(...control.options);
    case "number":
      return fc.constantFrom(control.min, control.max, (control.min + control.max) >> 1);
    case "switch":
      return fc.boolean();
    case "tool":
      return fc.constantFrom("library", "none", "web", "dense", "elsewhere");
  }
};

const changes = fc.array(
  fc
    .constantFrom(...Object.keys(controls).filter(isSharedPath))
    .chain((path) => anyValue(path).map((value) => ({ path, value }))),
  { maxLength: 30 },
);

describe("any combination of stages", () => {
  it("ends soundly: answered, or refused before any call", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(changes, adversarial, fc.boolean(), async (made, texts, heads) => {
        let settings: RunSettings = { ...fakeSettings, method: "composed" };
        for (const { path, value } of made)
          settings = withControl(settings, path, value) ?? settings;
        let index = 0;
        const small: FakeScript = () => texts[index++ % texts.length] ?? "";
        const { ports, signal, calls } = stageFor({ small, heads });
        const events = await collect(run({ runId: "r", question, settings }, ports, signal));
        expectSound(events);
        const refused =
          validateSettings(settings, factsOf(customPipeline, ports))[0]?.level === "error";
        expect(events.at(-1)).toMatchObject({ outcome: refused ? "failed" : "answered" });
        if (refused) expect(calls()).toBe(0);
      }),
      { numRuns: 120, seed: 20261121 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Profile, profiles, type RunSettings } from "../log/types.ts";
import {
  type Control,
  type ControlPath,
  type ControlValue,
  controlAt,
  isControlPath,
  readControl,
  withControl,
} from "../runtime/controls.ts";
import type { MethodInfo } from "../runtime/method.ts";
import { validateSettings } from "../runtime/settings-notes.ts";
import { askAll, type Told } from "../testing/methods/all-runs.ts";
import { markedPrompts, unlisted } from "../testing/methods/marked-prompts.ts";
import { priced } from "../testing/methods/stage-runs.ts";
import { methods } from "./index.ts";

const runs = 40;
const tools = ["none", "bm25", "web"];

function valuesOf(control: Control): ControlValue[] {
  switch (control.kind) {
    case "choice":
      return [...control.options];
    case "switch":
      return [false, true];
    case "tool":
      return tools;
    case "number": {
      const { min, max } = control;
      const middle = (min + max) / 2;
      const most = Math.min(max, min + 400);
      return [min, control.whole ? Math.min(Math.round(middle), most) : middle, most];
    }
  }
}

/** A control that is idle because of its own value acts like this value. */
const idleAs: Readonly<Partial<Record<ControlPath, ControlValue>>> = {
  rewriter: "vanilla",
  "filter.kind": "off",
};

const aTier = fc.constantFrom("small" as const, "large" as const);

interface Case {
  settings: RunSettings;
  profile: Profile;
  heads: boolean;
}

function caseOf({ settings: own, presets, controls, stages }: MethodInfo): fc.Arbitrary<Case> {
  const settable = controls.flatMap((path) =>
    valuesOf(controlAt(path, own)).map((value) => ({ path, value })),
  );
  const tiers = stages.filter((stage) => stage !== "plan").map((stage) => [stage, aTier] as const);
  return fc
    .record({
      preset: fc.constantFrom(...presets),
      changes: fc.array(fc.nat(), { maxLength: settable.length === 0 ? 0 : 8 }),
      switched: fc.record(Object.fromEntries(tiers)),
      profile: fc.constantFrom(...profiles),
      heads: fc.boolean(),
    })
    .map(({ preset, changes, switched, profile, heads }) => ({
      profile,
      heads,
      settings: changes.reduce<RunSettings>(
        (settings, pick) => {
          const change = settable[pick % settable.length];
          if (change === undefined) return settings;
          return withControl(settings, change.path, change.value, own) ?? settings;
        },
        { ...preset.settings, ...switched, prompts: markedPrompts },
      ),
    }));
}

function problemsOf(method: MethodInfo, { settings, heads }: Case) {
  const { uses, settings: own } = method;
  const facts = { uses, own, large: true, heads, tools: [priced("web", 5)], routerTools: tools };
  return validateSettings(settings, facts);
}

function unlistedOf({ settings, profile }: Case, { events, small, large }: Told): string[] {
  // Settings as logged: without encoder heads the model reads.
  const start = events.find((event) => event.type === "run-start");
  const resolved = start?.settings ?? settings;
  return [
    ...unlisted(small, resolved, "small", profile),
    ...unlisted(large, resolved, "large", "instruct"),
  ];
}

const requestsOf = ({ small, large, searches }: Told) => JSON.stringify({ small, large, searches });

describe.each(methods.all.map((method) => [method.id, method] as const))("%s", (_id, method) => {
  it("asks what the list of prompts says, of whom it says", async () => {
    await fc.assert(
      fc.asyncProperty(caseOf(method), async (one) => {
        fc.pre(problemsOf(method, one).every(({ level }) => level !== "error"));
        const told = await askAll(one.settings, one);
        expect(unlistedOf(one, told)).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  it("sends the same whatever an idle control is set to", async () => {
    await fc.assert(
      fc.asyncProperty(caseOf(method), fc.nat(), async (one, pick) => {
        const problems = problemsOf(method, one);
        fc.pre(problems.every(({ level }) => level !== "error"));
        const { settings: own } = method;
        const before = requestsOf(await askAll(one.settings, one));
        for (const { code, control } of problems) {
          if (code !== "no-effect" || !isControlPath(control, own)) continue;
          const path = control;
          const now = readControl(one.settings, path, own);
          const others = valuesOf(controlAt(path, own)).filter((value) => value !== now);
          const value = idleAs[path] ?? others[pick % others.length];
          const settings = value === undefined ? null : withControl(one.settings, path, value, own);
          if (settings === null) continue;
          const changed = { ...one, settings };
          // The changed setting may conflict with another.
          if (problemsOf(method, changed).some(({ level }) => level === "error")) continue;
          const after = requestsOf(await askAll(settings, changed));
          expect([path, now, value, after === before]).toEqual([path, now, value, true]);
        }
      }),
      { numRuns: runs },
    );
  });
});

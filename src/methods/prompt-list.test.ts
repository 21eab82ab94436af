import { describe, expect, it } from "vitest";
import { profiles, type RunSettings } from "../log/types.ts";
import { askAll, everyPreset } from "../testing/methods/all-runs.ts";
import { markedPrompts, promptList, unlisted } from "../testing/methods/marked-prompts.ts";
import { originalTexts, problemsOfEdits } from "./prompt-list.ts";

const variants: readonly [string, (settings: RunSettings) => RunSettings][] = [
  ["as it is", (settings) => settings],
  [
    "read by the model, in long",
    (settings) => ({ ...settings, reader: "model", answer: { ...settings.answer, form: "long" } }),
  ],
  [
    "all rewriters' parts, passages together",
    (settings) => ({
      ...settings,
      rewriter: "all",
      filter: { ...settings.filter, kind: "batch", by: "small" },
    }),
  ],
  [
    "claims and verdicts, passages one by one",
    (settings) => ({
      ...settings,
      rewriter: "claims",
      gate: { ...settings.gate, kind: "judge", judge: "model" },
      filter: { ...settings.filter, kind: "per-passage", by: "large" },
    }),
  ],
  [
    "split by the large model",
    (settings) => ({
      ...settings,
      fallback: { ...settings.fallback, on: true, by: "large" },
      gate: { ...settings.gate, kind: "self-knowledge" },
    }),
  ],
];

describe.each(variants)("the list of prompts, %s", (_name, change) => {
  it.each(everyPreset.map((preset) => [preset.id, preset] as const))(
    "has all that %s asks",
    async (_id, preset) => {
      const settings = { ...change(preset.settings), prompts: markedPrompts };
      for (const profile of profiles) {
        for (const heads of [false, true]) {
          const { events, small, large } = await askAll(settings, { profile, heads });
          expect(events.at(-1)).toMatchObject({ outcome: "answered" });
          // Settings as logged: without encoder heads the model reads.
          const resolved = events.flatMap((event) =>
            event.type === "run-start" ? event.settings : [],
          )[0];
          if (resolved === undefined) throw new RangeError("no run-start");
          expect(resolved.prompts).toEqual(markedPrompts);
          expect(unlisted(small, resolved, "small", profile)).toEqual([]);
          expect(unlisted(large, resolved, "large", "instruct")).toEqual([]);
        }
      }
    },
  );
});

describe("texts of prompts", () => {
  it("are told apart by their ids, and fit as they are", () => {
    const ids = new Set(promptList.map(({ template }) => template.id));
    const templates = new Set(promptList.map(({ template }) => template));
    expect(ids.size).toBe(templates.size);
    const originals = promptList.map(({ template }) => [template.id, originalTexts(template)]);
    expect(problemsOfEdits(promptList, Object.fromEntries(originals)).size).toBe(0);
    expect(problemsOfEdits(promptList, markedPrompts).size).toBe(0);
  });

  it("are refused where they could not be sent", () => {
    const problems = problemsOfEdits(promptList, {
      "plan-instruct": ["a rule"],
      "plan-small": ["Rule", "{{examples}}", "no place for it"],
      keywords: ["a", "b", "c", "d", " ", "{{question}} {{other}}"],
      nowhere: [],
    });
    expect(Object.fromEntries(problems)).toEqual({
      "plan-instruct": [{ code: "other-length" }],
      "plan-small": [{ code: "place-missing", place: "question" }],
      keywords: [
        { code: "empty", message: 4 },
        { code: "place-unknown", place: "other", message: 5 },
      ],
      nowhere: [{ code: "unknown" }],
    });
  });

  it("end a run that they do not fit, before anything is sent", async () => {
    const preset = everyPreset.find(({ id }) => id === "searchain-small") ?? everyPreset[0];
    if (preset === undefined) throw new RangeError("no preset");
    const settings = { ...preset.settings, prompts: { "plan-small": ["", "{{examples}}", ""] } };
    const { events, small } = await askAll(settings);
    expect(events.at(-1)).toMatchObject({
      outcome: "failed",
      error: { code: "prompt-edit-invalid", params: { prompt: "plan-small", reason: "empty" } },
    });
    expect(small).toEqual([]);
  });

  it("stand in place of the published ones, around what is filled in", async () => {
    const preset = everyPreset.find(({ id }) => id === "vanilla-small");
    if (preset === undefined) throw new RangeError("no preset");
    const prompts = { heuristic: ["Answer in French.", "Frage: {{question}}"] };
    const question = "What is {{question}}?";
    const { small } = await askAll({ ...preset.settings, prompts }, { question });
    expect(small[0]?.messages).toEqual([
      { role: "system", content: "Answer in French." },
      { role: "user", content: "Frage: What is {{question}}?" },
    ]);
  });
});

describe("worked examples", () => {
  const question = "Which river runs through the capital of Austria?";

  it("are known of every prompt that chooses them by the question", () => {
    for (const { template, examples } of promptList) {
      const chooses = template.messages.some(({ content }) => content === "{{examples}}");
      expect([template.id, examples !== undefined]).toEqual([template.id, chooses]);
    }
  });

  it.each(
    promptList.filter(({ examples }) => examples !== undefined).map(({ template }) => template.id),
  )("of %s are those that are sent", async (id) => {
    const listed = promptList.find((one) => one.template.id === id);
    // In presets that decide who plans, the small model says no here.
    const asks = everyPreset.find(
      ({ settings }) => settings.plan !== "decide" && listed?.asked(settings, "small"),
    );
    if (listed === undefined || asks === undefined) throw new RangeError("no such prompt");
    const { small } = await askAll(asks.settings, { question });
    const examples = listed.examples?.(question) ?? [];
    const sent = small.map(({ messages }) => messages.slice(1, 1 + examples.length));
    expect(examples.length).toBeGreaterThan(0);
    expect(sent).toContainEqual(examples);
  });
});

/**
 * Private passages hold a sentence in each of eleven scripts, with identifying numbers. Models
 * repeat them in every disguise.
 */
import { describe, expect, it } from "vitest";
import type { PrivacyLevel, RunSettings } from "../log/types.ts";
import type { ChatRequest } from "../runtime/ports.ts";
import { type FakeScript, fakeModel, fakeReader, fakeRetriever } from "../testing/fakes.ts";
import { askAll, everyPreset, sensible, type Told } from "../testing/methods/all-runs.ts";
import { dresses, plainly, promised, type Script, scripts, secretIn } from "../testing/scripts.ts";

const numbers = "DE89 3704 0044 0532 0130 00, +45 32 12 34 56";

function ownLibrary(script: Script) {
  const secret = secretIn[script];
  const retriever = fakeRetriever([
    { id: "a", title: "Minutes", text: `${secret} (${numbers}) The river Danube is in Austria.` },
    { id: "b", title: "Letter", text: `The capital of Austria, the river. ${secret}` },
  ]);
  return {
    retriever: { ...retriever, library: { ...retriever.library, id: "own:1" } },
    reader: fakeReader((_question, text) => ({ span: text })),
  };
}

function hostile(script: Script, change: (text: string) => string): FakeScript {
  const secret = secretIn[script];
  let hasRead = false;
  const innocent = sensible("Graz");
  let times = 0;
  return (request) => {
    hasRead ||= JSON.stringify(request).includes(secret);
    if (!hasRead) return innocent(request);
    times += 1;
    if (times % 3 === 0) return `${change(secret)}\n${change(numbers)}`;
    return sensible(change(times % 2 === 0 ? `${secret} ${numbers}` : secret))(request);
  };
}

function generous(settings: RunSettings, privacy: PrivacyLevel, reads: boolean): RunSettings {
  const { gate, filter, fallback, answer } = settings;
  return {
    ...settings,
    privacy,
    plan: settings.plan === "off" ? "off" : "large",
    solve: reads ? "small" : "large",
    summarise: "large",
    rewriter: settings.plan === "off" ? "claims" : "all",
    rewriteBy: "small",
    gate: { ...gate, by: "large" },
    filter: { ...filter, kind: reads ? "batch" : "per-passage", by: "large", threshold: 0 },
    fallback: { ...fallback, on: !reads, by: "large", fillEarlier: true },
    answer: { ...answer, form: reads ? "long" : "short" },
    reader: reads ? "encoder" : "model",
  };
}

function leftPlainly({ large, searches }: Told): string[] {
  const texts = new Set(searches);
  const sent = large.map(({ messages, assistantPrefix, constraint }: ChatRequest) => {
    return { messages, assistantPrefix, constraint };
  });
  JSON.stringify(sent, (_, value: unknown) => {
    if (typeof value === "string") texts.add(value);
    return value;
  });
  return [...texts].map(plainly);
}

/** No text may contain the shortest quotes, or eight digits in a row. */
function forbidden(script: Script, level: PrivacyLevel): string[] {
  const quotes = promised(script, secretIn[script]).map(plainly);
  if (level === "no-passages") return [...quotes, "89370400", "04400532", "32123456"];
  return [...quotes.map((quote) => quote.slice(0, quote.length / 2)), "8937", "3212"];
}

let turn = 0;

type Place = "device" | "https://small.example";

async function leaks(
  script: Script,
  preset: RunSettings,
  level: PrivacyLevel,
  destination: Place = "device",
): Promise<number> {
  turn += 1;
  const [, change = String] = dresses[turn % dresses.length] ?? [];
  const small = fakeModel("small", hostile(script, change), { destination });
  const told = await askAll(generous(preset, level, turn % 2 === 0), {
    ports: { ...ownLibrary(script), small },
  });
  const away = destination === "device" ? [] : small.requests;
  const left = leftPlainly({ ...told, large: [...told.large, ...away] });
  return forbidden(script, level).filter((one) => left.some((text) => text.includes(one))).length;
}

const rows = everyPreset.map((preset) => [preset.id, preset.settings] as const);
const levels = ["no-passages", "no-findings", "nothing"] as const;

describe.each(rows)("%s", (_id, preset) => {
  it.each(levels)("lets no canary out at the level “%s”", { timeout: 60_000 }, async (level) => {
    for (const script of scripts) {
      expect([script, await leaks(script, preset, level)]).toEqual([script, 0]);
    }
  });

  it.each(levels)("nor to a server that runs the small model, at “%s”", async (level) => {
    for (const script of scripts.slice(0, 4)) {
      const found = await leaks(script, preset, level, "https://small.example");
      expect([script, found]).toEqual([script, 0]);
    }
  });
});

it.each(["device", "https://small.example"] as const)(
  "would see a canary: where everything may leave, they do (small model: %s)",
  { timeout: 60_000 },
  async (place) => {
    const some = everyPreset.filter((_, index) => index % 5 === 0);
    let seen = 0;
    for (const { settings } of some) {
      for (const script of scripts) {
        seen += (await leaks(script, settings, "everything", place)) > 0 ? 1 : 0;
      }
    }
    expect(seen / (some.length * scripts.length)).toBeGreaterThan(0.5);
  },
);

/**
 * Every way to continue a run, for every method and every step of a recorded run: what is kept,
 * what is asked again, which steps are superseded, and the answer.
 */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import { openRunFile, writeRunFile } from "../../log/file.ts";
import type { RunSettings, Tier } from "../../log/types.ts";
import { methods } from "../../methods/index.ts";
import { cutAt, type RetryPoint } from "../../session/retry-point.ts";
import type { FakeScript } from "../../testing/fakes.ts";
import { type Asked, go, resumeFrom, sensible } from "../../testing/state/gone-on.ts";

/**
 * Deterministic replies: the same request gets the same reply; chains are written, checked and
 * rewritten.
 */
const script: FakeScript = (request) => {
  const { purpose, messages } = request;
  const asked = messages.at(-1)?.content ?? "";
  switch (purpose) {
    case "decide":
      return { text: "no", logprob: -0.4 };
    case "plan":
      return "[Query 1]: What is the capital of Austria?\n[Answer 1]: Graz\n[Unsolved Query]: Which river runs through it?";
    case "continue":
      return asked.includes("Danube")
        ? "[Final Content]: Danube [2]"
        : "[Unsolved Query]: Which river runs through Vienna?\n[Query 3]: Where does the Danube end?\n[Answer 3]: the Black Sea";
    case "read":
      return { text: asked.includes("river") ? "Danube" : "Vienna", logprob: -0.1 };
    case "reason":
      return /Vienna|Linz/u.test(request.assistantPrefix ?? "") || asked.includes("Vienna")
        ? "So the final answer is: Danube."
        : messages.some(({ content }) => content.includes("Follow up"))
          ? "Follow up: What is the capital of Austria?"
          : "The capital of Austria is Vienna.";
    case "summarise":
      return { text: "Danube", logprob: -0.2 };
    default:
      return sensible(request);
  }
};

/** Each method's first preset, and one with another worker for Solve. */
const kinds = methods.all.flatMap(({ presets }) => {
  const [first] = presets;
  const other = presets.find(({ settings }) => settings.solve !== first?.settings.solve);
  return [first, other].flatMap((preset) => preset ?? []);
});

/** "kept+asked", "~" and the superseded steps, "=" and the answer. */
async function outcome(
  asked: Asked,
  events: readonly RunEvent[],
  point: RetryPoint,
  tier: Tier | null = null,
): Promise<string> {
  if (cutAt(events, point, asked.settings) === null) return "-";
  const again = await resumeFrom(asked, events, point, tier);
  const { nodes, calls, answer, outcome: end } = foldTrace(again.events);
  const kept = again.events.findIndex(
    (event, seq) => seq > 0 && JSON.stringify(event) !== JSON.stringify(events[seq]),
  );
  const superseded = [...nodes.values()].flatMap(({ id, abandoned }) =>
    abandoned ? id.replace("node-", "") : [],
  );
  // A call already paid for is billed once.
  expect(foldLedger(again.events).total.calls).toBe(
    foldLedger(events).total.calls + again.requests.length,
  );
  expect(openRunFile(writeRunFile(again.events))).toEqual(again.events);
  // Events that name a step and a call must name a call about that step, superseded or not.
  for (const event of again.events) {
    if (!("node" in event && "call" in event) || event.call === null) continue;
    expect(calls.get(event.call)?.start.node).toBe(event.node);
  }
  const left = superseded.length === 0 ? "" : `~${superseded.join(",")}`;
  const said = end === "answered" ? (answer?.short ?? "") : end;
  return `${kept}+${again.requests.length}${left}=${said.replaceAll(" ", "_")}`;
}

type Outcomes = Partial<
  Record<
    "again" | "other" | "word" | "after" | "unsolved" | "plan" | "summarise" | "broken",
    string
  >
>;

async function outcomes(settings: RunSettings): Promise<Outcomes> {
  const asked = { settings, script, heads: true };
  const { events } = await go(asked);
  const nodes = [...foldTrace(events).nodes.keys()];
  const other: Tier = settings.solve === "small" ? "large" : "small";
  const steps = (point: (node: string) => RetryPoint, tier: Tier | null = null) =>
    inTurn(nodes, (node) => outcome(asked, events, point(node), tier));
  const again = await steps((node) => ({ kind: "node", node }));
  const byOther = await steps((node) => ({ kind: "node", node }), other);
  const word = await steps((node) => ({ kind: "correct", node, answer: "Linz" }));
  const unsolved = await steps((node) => ({ kind: "correct", node, answer: null }));
  const begun = events.flatMap(({ type, seq }) => (type === "call-start" ? seq : []));
  // A page closed mid-call and a cut stream continue alike.
  const crashed = await inTurn(begun, (seq) =>
    outcome(asked, events.slice(0, seq + 1), { kind: "break" }),
  );
  const broken = await inTurn(begun, (seq) =>
    outcome(asked, cutStream(events, seq), { kind: "break" }),
  );
  expect(crashed).toEqual(broken);
  // Redoes each step after a user corrected the first correctable one.
  const spoken = nodes
    .map((node) => ({ kind: "correct", node, answer: "Linz" }) as const)
    .find((point) => cutAt(events, point, settings) !== null);
  const later = spoken === undefined ? [] : (await resumeFrom(asked, events, spoken)).events;
  const after = await inTurn([...foldTrace(later).nodes.keys()], (node) =>
    outcome(asked, later, { kind: "node", node }),
  );
  const plan = await outcome(asked, events, { kind: "stage", stage: "plan" });
  const summarise = await outcome(asked, events, { kind: "stage", stage: "summarise" }, other);
  const said = {
    again,
    ...(byOther === again ? {} : { other: byOther }),
    ...(spoken === undefined ? {} : { word, after }),
    ...(unsolved === word ? {} : { unsolved }),
  };
  if (settings.plan !== "off") return { ...said, plan, summarise, broken };
  // Without a chain, parts that belong to no step restart as from the question itself.
  const [anew = ""] = again.split(" ");
  expect([plan, summarise, ...broken.split(" ")].every((one) => one === anew || one === "")).toBe(
    true,
  );
  return said;
}

async function inTurn<T>(all: readonly T[], each: (one: T) => Promise<string>): Promise<string> {
  const found: string[] = [];
  for (const one of all) found.push(await each(one));
  return found.join(" ");
}

function cutStream(events: readonly RunEvent[], seq: number): RunEvent[] {
  const start = events[seq];
  if (start?.type !== "call-start") throw new Error("no call");
  const { atMs, call } = start;
  const error = { code: "generation-failed" as const, params: {}, retryable: true };
  const usage = { promptTokens: null, cachedTokens: null, generatedTokens: null };
  const cost = { usd: 0, basis: "local" as const };
  const lost = { type: "call-error" as const, seq: seq + 1, atMs, call, error, usage, cost };
  return [
    ...events.slice(0, seq + 1),
    { ...lost, bytesSent: 0, totalMs: 0 },
    { type: "run-end", seq: seq + 2, atMs, outcome: "failed", error },
  ];
}

/** Keyed by settings; "-" means it cannot be continued. */
const expected: Record<string, Outcomes> = {
  "chain-of-thought-large": {
    again: "1+2=So_the_final_answer_is:_Danube 14+1~3=So_the_final_answer_is:_Danube",
  },
  "chain-of-thought-small": {
    again: "1+2=So_the_final_answer_is:_Danube 14+1~3=So_the_final_answer_is:_Danube",
  },
  "composed-small": {
    again: "2+3=Danube 33+1=Danube 42+1=Danube",
    other: "2+3=Danube 33+4~3,5=Danube 42+2=Danube",
    word: "57+3~5=Danube 57+3~3,5=Danube 57+3~5=Danube",
    after: "2+3=Danube 33+1=Danube 42+1=Danube 82+2~5=Danube -",
    unsolved: "57+1=Danube 57+1~3=Danube 57+1=Danube",
    plan: "9+2=Danube",
    summarise: "51+1=Danube",
    broken: "2+3=Danube 9+2=Danube 51+1=Danube",
  },
  "coop-llm": {
    again: "29+4=Danube 37+3=Danube",
    other: "29+6=Danube 37+5=Danube",
    word: "57+3~2=Danube 57+2=Danube",
    after: "29+4=Danube 37+3=Danube 61+3~2=Danube",
    plan: "1+6=Danube",
    summarise: "46+2=Danube",
    broken: "1+6=Danube 1+6=Danube 29+4=Danube 37+3=Danube 46+2=Danube 46+2=Danube",
  },
  "direct-rag-large": {
    again: "1+1=Vienna",
  },
  "direct-rag-small": {
    again: "1+2=Danube 28+1~3=Danube",
    word: "6+0~2=Linz -",
    after: "1+2=Danube -",
    unsolved: "6+0~2=unknown -",
  },
  "flare-large": {
    again: "1+2=Danube 13+1~3,4=Danube 24+0~4=Danube",
  },
  "flare-small": {
    again: "1+2=Danube 13+1~3,4=Danube 24+0~4=Danube",
  },
  "homo-router-small": {
    again: "1+2=Danube 32+1~3=Danube",
    word: "10+0~2=Linz -",
    after: "1+2=Danube -",
    unsolved: "10+0~2=unknown -",
  },
  "homo-router": {
    again: "1+1=Vienna",
  },
  "ircot-large": {
    again: "1+2=Vienna 14+1~3=Vienna",
  },
  "ircot-small": {
    again: "1+1=Danube 14+0~3=Danube",
  },
  "iter-retgen-large": {
    again: "1+2=Vienna 11+1~3=Vienna",
    word: "9+2~2=Vienna 17+1=Vienna",
    after: "1+2=Vienna - 21+2~2,4,5=Vienna 29+1~2,5=Vienna",
    unsolved: "9+0~2=unknown 17+0=Vienna",
  },
  "iter-retgen-small": {
    again: "1+2=Danube 8+2~3,4=Danube 34+1~4=Danube",
    other: "1+2=Danube 8+3~3,4=Danube 34+1~4=Danube",
    word: "6+0~2,3=Danube 11+2~3=Danube -",
    after: "1+2=Danube - - 60+0~2,3,5,6=Danube 65+0~2,3,6=Danube",
    unsolved: "6+0~2,3=unknown 11+2~3=Danube -",
  },
  "least-to-most-large": {
    again: "1+4=Vienna 20+3~4,5=Vienna 26+2~4=Vienna",
    word: "- 25+2~4=Vienna 31+1=Vienna",
    after: "1+4=Vienna 20+3~4,5,6=Vienna 34+2~4,5=Vienna -",
  },
  "least-to-most-small": {
    again: "1+4=Vienna 20+3~4,5=Vienna 26+2~4=Vienna",
    word: "- 25+2~4=Vienna 31+1=Vienna",
    after: "1+4=Vienna 20+3~4,5,6=Vienna 34+2~4,5=Vienna -",
  },
  "ra-isf-small": {
    again: "1+13=Vienna 30+11~4,5,6,7=Vienna 86+6~5,6=Vienna 56+9~5,6,7=Vienna 112+4~6=Vienna",
    word: "- 85+6~5,6=Vienna 141+1=Vienna 81+7~5,6=Vienna 137+2=Vienna",
    after:
      "1+13=Vienna 30+11~4,5,6,7,8,9=Vienna 144+6~5,6,7,8=Vienna 56+9~5,6,7,8,9=Vienna - - 170+4~5,6,8=Vienna",
  },
  "ra-isf": {
    again: "1+13=Vienna 30+11~4,5,6,7=Vienna 87+6~5,6=Vienna 56+9~5,6,7=Vienna 113+4~6=Vienna",
    word: "- 86+6~5,6=Vienna 143+1=Vienna 81+7~5,6=Vienna 138+2=Vienna",
    after:
      "1+13=Vienna 30+11~4,5,6,7,8,9=Vienna 146+6~5,6,7,8=Vienna 56+9~5,6,7,8,9=Vienna - - 172+4~5,6,8=Vienna",
  },
  "replug-large": {
    again: "1+2=Vienna 6+2~4,5=Vienna 12+1~4=Vienna",
    other: "1+2=Vienna 6+1~4,5=Vienna 12+2~4=Vienna",
    word: "- 11+3~4=Vienna 17+2=Vienna",
    after: "1+2=Vienna 6+2~4,5,6=Vienna 20+3~4,5=Vienna -",
    unsolved: "- 11+1~4=Vienna 17+0=Vienna",
  },
  "replug-small": {
    again: "1+0=Danube 6+0~4,5=Danube 9+0~4=Danube",
    other: "1+0=Danube 6+3~4,5=Vienna 9+1~4=Vienna",
    word: "- 8+2~4=Linz 11+0=Linz",
    after: "1+0=Danube 6+0~4,5,6=Danube 14+2~4,5=Linz -",
    unsolved: "- 8+0~4=Danube 11+1=unknown",
  },
  "searchain-large": {
    again: "25+6~2=Danube - 55+4~2=Danube 63+3~2=Danube",
    other: "25+2=Danube - 55+3~2=Danube 63+2~2=Danube",
    word: "87+5~2,3,4=Danube 87+1~2=Danube 87+2~2,4=Danube 87+2~2=Danube",
    after: "25+6~2=Danube - 55+4~2=Danube 63+3~2=Danube 112+4~2,3,4=Danube 120+3~2,3,4=Danube",
    unsolved: "87+2~2,3,4=Danube 87+1~2=Danube 87+2~2,4=Danube 87+1~2=Danube",
    plan: "1+7~2=Danube",
    summarise: "80+1~2=Danube",
    broken:
      "1+7~2=Danube 25+6~2=Danube 25+6~2=Danube 55+4~2=Danube 63+3~2=Danube 63+3~2=Danube 80+1~2=Danube",
  },
  "self-ask-large": {
    again: "1+3=Danube 15+2~3=Danube",
    other: "1+3=Danube 15+2~3=Follow_up:_What_is_the_capital_of_Austria?",
    word: "- 21+1=Danube",
    after: "1+3=Danube 15+2~3=Danube",
    unsolved: "- 21+2=Follow_up:_What_is_the_capital_of_Austria?",
  },
  "self-ask-small": {
    again:
      "1+4=Follow_up:_What_is_the_capital_of_Austria? 15+3~3,4=Follow_up:_What_is_the_capital_of_Austria? 30+2~4=Follow_up:_What_is_the_capital_of_Austria?",
    other: "1+4=Follow_up:_What_is_the_capital_of_Austria? 15+2~3,4=Danube 30+2~4=Danube",
    word: "- 18+1~3=Danube 33+1=Danube",
    after:
      "1+4=Follow_up:_What_is_the_capital_of_Austria? 15+3~3,4=Follow_up:_What_is_the_capital_of_Austria? -",
    unsolved:
      "- 18+3~3=Follow_up:_What_is_the_capital_of_Austria? 33+2=Follow_up:_What_is_the_capital_of_Austria?",
  },
  "self-eval-large": {
    again: "1+2=Vienna",
  },
  "self-eval-small": {
    again: "1+3=Danube 32+1~3=Danube",
    word: "10+0~2=Linz -",
    after: "1+3=Danube -",
    unsolved: "10+0~2=unknown -",
  },
  "skr-knn-large": {
    again: "1+1=Vienna",
  },
  "skr-knn-small": {
    again: "1+2=Danube 30+1~3=Danube",
    word: "8+0~2=Linz -",
    after: "1+2=Danube -",
    unsolved: "8+0~2=unknown -",
  },
  "slim-plm": {
    again: "1+3=Vienna 27+1~4,5=Vienna 30+1~4=Vienna",
  },
  "vanilla-large": {
    again: "1+1=Vienna",
  },
  "vanilla-small": {
    again: "1+1=Vienna",
  },
};

describe("a run that is gone on with", () => {
  it.each(kinds.map(({ id, settings }) => [id, settings] as const))(
    "keeps, asks, supersedes and answers as ever: %s",
    async (id, settings) => {
      expect(await outcomes(settings)).toEqual(expected[id]);
    },
  );
});

it.each([
  ["of version 3", "src/testing/core/run-v3.json"],
  ["that plays on arrival, of real models", "src/testing/runs/siam.run.json"],
])("a log %s is gone on with from every step", async (_what, path) => {
  const events = openRunFile(await readFile(path, "utf8"));
  const [start] = events;
  if (start?.type !== "run-start") throw new Error("no start");
  const asked = { settings: start.settings, script, heads: true };
  const steps = [...foldTrace(events).nodes.keys()];
  const gone = await inTurn(steps, async (node) => {
    const word = await outcome(asked, events, { kind: "correct", node, answer: "Linz" });
    return `${word} ${await outcome(asked, events, { kind: "node", node })}`;
  });
  const ways = gone.split(" ").filter((way) => way !== "-");
  expect(ways.length).toBeGreaterThan(steps.length);
  for (const way of ways) expect(way).toMatch(/^\d+\+\d+(~[\d,]+)?=(?!failed|stopped)/u);
});

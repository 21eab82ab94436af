import { describe, expect, it } from "vitest";
import { AppError } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import { run } from "../methods/registry.ts";
import type { ChatModel, Ports } from "../runtime/ports.ts";
import {
  collect,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeReader,
  fakeSettings,
} from "../testing/fakes.ts";
import { ofType, question, replying } from "../testing/methods/fake-runs.ts";
import { withoutTimes } from "../testing/without-times.ts";

const capital = "What is the capital of Austria?";
const plan = JSON.stringify({
  steps: [
    { query: capital, answer: "unknown" },
    { query: "Which river runs through [1]?", answer: "unknown" },
  ],
  final: "unknown",
});
const lines = `Q1: ${capital}\nQ2: Which river runs through [1]?`;

const task = () => new Promise((resolve) => setTimeout(resolve));

interface Tried {
  plan?: string;
  onDevice?: boolean;
  /** The first so many searches fail. */
  failing?: number;
}

/** Everything that was asked, in its order, and the log. */
async function tried({ plan: written = plan, onDevice = true, failing = 0 }: Tried = {}) {
  const asked: string[] = [];
  const large = fakeModel("large", replying({ plan: written, summarise: "Danube" }), {
    profile: "instruct",
  });
  const slow: ChatModel = {
    ref: large.ref,
    async *generate(request, signal) {
      for await (const part of large.generate(request, signal)) {
        await task();
        yield part;
      }
      asked.push(`${request.purpose} written`);
    },
  };
  const reader = fakeReader((_asked, text) =>
    text.includes("Danube") ? { span: "Danube" } : { span: "Vienna" },
  );
  const ports = fakePorts(
    fakeModel("small", () => ""),
    slow,
    reader,
  );
  let failures = failing;
  const watched: Ports = {
    ...ports,
    retriever: {
      ...ports.retriever,
      onDevice,
      async retrieve(query, signal) {
        asked.push(`search ${query.text}`);
        if (failures-- > 0) throw new AppError("retrieval-failed", {}, { retryable: true });
        return ports.retriever.retrieve(query, signal);
      },
    },
    reader: {
      ...reader,
      async read(ask, passages, signal) {
        asked.push(`read ${ask}`);
        return reader.read(ask, passages, signal);
      },
    },
  };
  const settings = {
    ...fakeSettings,
    reader: "encoder",
    plan: "large",
    summarise: "large",
  } as const;
  const log = await collect(run({ runId: "r", question, settings }, watched, new FakeSignal()));
  return { asked, log };
}

const answers = (log: readonly RunEvent[]) => ofType(log, "answer").map(({ short }) => short);

describe("the first step of a plan", () => {
  it.each([
    ["JSON", plan],
    ["lines", lines],
  ])("in %s is looked up while the rest is written, with the same log", async (_form, written) => {
    const ahead = await tried({ plan: written });
    const inTurn = await tried({ plan: written, onDevice: false });
    const first = [`search ${capital}`, `read ${capital}`];
    expect(ahead.asked.slice(0, 3)).toEqual([...first, "plan written"]);
    expect(inTurn.asked.slice(0, 3)).toEqual(["plan written", ...first]);
    expect([...ahead.asked].sort()).toEqual([...inTurn.asked].sort());
    expect(withoutTimes(ahead.log)).toEqual(withoutTimes(inTurn.log));
    expect(answers(ahead.log)).toEqual(["Danube"]);
  });

  it("is asked again in its turn if that fails", async () => {
    const { asked, log } = await tried({ failing: 1 });
    expect(asked.filter((one) => one === `search ${capital}`)).toHaveLength(2);
    expect(withoutTimes(log)).toEqual(withoutTimes((await tried()).log));
  });

  it("waits for its turn where a search leaves the device", async () => {
    const { asked } = await tried({ onDevice: false });
    expect(asked[0]).toBe("plan written");
  });
});

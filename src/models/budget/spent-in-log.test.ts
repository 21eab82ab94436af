import { expect, it } from "vitest";
import type { RunEvent } from "../../log/events.ts";
import { FakeLog, fakeLarge, fakeQuestion } from "../../testing/fake-log.ts";
import { spentInLogUsd } from "./spent-in-log.ts";

const usage = { promptTokens: 1000, cachedTokens: 0, generatedTokens: 100 };

function logged(change: (event: RunEvent) => RunEvent | null = (event) => event): RunEvent[] {
  const log = new FakeLog();
  log.start(fakeQuestion);
  const [prompt, output, totalMs] = ["a prompt", "an answer", 10];
  log.call({ stage: "plan", purpose: "plan", model: fakeLarge, prompt, output, usage, totalMs });
  return log.events.flatMap((event) => change(event) ?? []);
}

const [inputUsd, outputUsd] = [
  (fakeLarge.price?.inputPerMillion ?? 0) / 1e6,
  (fakeLarge.price?.outputPerMillion ?? 0) / 1e6,
];
const paid = 1000 * inputUsd + 100 * outputUsd;
const leastOfWorst = 60 * outputUsd;

it("is what its calls cost", () => {
  expect(spentInLogUsd(logged())).toBeCloseTo(paid, 8);
});

it("is nothing for what was answered from memory", () => {
  const remembered = logged((event) =>
    event.type === "call-end" ? { ...event, remembered: true } : event,
  );
  expect(spentInLogUsd(remembered)).toBe(0);
});

it("has a call at its worst that was stopped, or under way when the tab died", () => {
  const untold = { promptTokens: null, cachedTokens: null, generatedTokens: null };
  const stopped = logged((event) =>
    event.type === "call-end"
      ? { ...event, finish: "stopped", usage: untold, cost: { usd: 0, basis: "estimated" } }
      : event,
  );
  const died = logged((event) => (event.type === "call-end" ? null : event));
  expect(spentInLogUsd(stopped)).toBeGreaterThan(leastOfWorst);
  expect(spentInLogUsd(died)).toBe(spentInLogUsd(stopped));
});

it("has what was dropped for another try", () => {
  const log = logged();
  const cost = { usd: 0.5, basis: "billed" as const };
  const dropped = { cost, remembered: undefined };
  const resumed = { type: "run-resume", dropped: [dropped] } as unknown as RunEvent;
  expect(spentInLogUsd([...log, resumed])).toBeCloseTo(paid + 0.5, 8);
});

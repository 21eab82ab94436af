import { expect, it } from "vitest";
import { AppError } from "../../log/errors.ts";
import type { ChatEnd, ChatRequest } from "../../runtime/ports.ts";
import { fakeModel } from "../../testing/fakes.ts";
import { backoffOver } from "./rate-limit.ts";

const request: ChatRequest = {
  messages: [{ role: "user", content: "Which sea?" }],
  fixedPrefixMessages: 0,
  maxTokens: 20,
  stop: [],
  temperature: 0,
  purpose: "answer",
};

const busy = (retryAfterMs: number | null, code: "remote-rate-limited" | "remote-server-error") =>
  new AppError(code, { charged: false, retryAfterMs, bytesSent: 5 }, { retryable: true });

function setUp(errors: readonly AppError[]) {
  let now = 0;
  let asked = 0;
  const slept: number[] = [];
  const told: (number | string)[] = [];
  const model = fakeModel("large", () => {
    const error = errors[asked];
    asked += 1;
    if (error !== undefined) throw error;
    return "the Baltic Sea";
  });
  const patient = backoffOver({
    clock: { nowMs: () => now, epochMs: () => 1_000_000 + now },
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    random: () => 0,
    onWait: (until) => told.push(until),
    onGo: () => told.push("go"),
  })(model);
  async function ask(signal = new AbortController().signal): Promise<ChatEnd> {
    for await (const part of patient.generate(request, signal))
      if (part.type === "end") return part;
    throw new Error("no end");
  }
  return { ask, slept, told, asked: () => asked };
}

it("waits as long as it is told, says until when, and counts what the refused try sent", async () => {
  const { ask, slept, told } = setUp([busy(7_000, "remote-rate-limited")]);
  const end = await ask();
  expect(slept).toEqual([7_000]);
  expect(told).toEqual([1_007_000, "go"]);
  expect(end.bytesSent).toBe(5 + "Which sea?".length);
});

it("doubles its wait where it is told none, and asks more slowly for a while after", async () => {
  const { ask, slept } = setUp([
    busy(null, "remote-rate-limited"),
    busy(null, "remote-rate-limited"),
  ]);
  await ask();
  expect(slept).toEqual([1_000, 2_000]);
  for (let i = 0; i < 10; i += 1) await ask();
  const gaps = slept.slice(2);
  expect(gaps.length).toBeGreaterThan(1);
  expect(gaps).toEqual(gaps.toSorted((a, b) => b - a));
  const before = slept.length;
  await ask();
  expect(slept).toHaveLength(before);
});

it("gives up on a wait that is too long, on a server that keeps failing, and on what may be charged", async () => {
  const long = setUp([busy(3_600_000, "remote-rate-limited")]);
  await expect(long.ask()).rejects.toMatchObject({ code: "remote-rate-limited" });
  expect(long.slept).toEqual([]);
  const failing = setUp(Array.from({ length: 9 }, () => busy(null, "remote-server-error")));
  await expect(failing.ask()).rejects.toMatchObject({
    code: "remote-server-error",
    params: { bytesSent: 20 },
  });
  expect(failing.asked()).toBe(4);
  const charged = new AppError("remote-server-error", { charged: null }, { retryable: true });
  const once = setUp([charged]);
  await expect(once.ask()).rejects.toMatchObject({ code: "remote-server-error" });
  expect(once.asked()).toBe(1);
});

it("stops while it waits", async () => {
  const controller = new AbortController();
  const { ask, asked } = setUp([busy(7_000, "remote-rate-limited")]);
  controller.abort();
  await expect(ask(controller.signal)).rejects.toMatchObject({ code: "stopped" });
  expect(asked()).toBe(0);
});

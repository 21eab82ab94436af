import { afterEach, expect, it, vi } from "vitest";
import { onWorkerDeath, serve } from "./worker-liveness.ts";

class FakeLocks {
  readonly #held = new Map<string, Promise<unknown>>();
  readonly #free = new Map<string, () => void>();

  async request(name: string, work: () => unknown): Promise<void> {
    await this.#held.get(name);
    const released = new Promise<void>((resolve) => this.#free.set(name, resolve));
    this.#held.set(name, released);
    await Promise.race([Promise.resolve(work()), released]);
  }

  releaseAll(): void {
    for (const free of this.#free.values()) free();
  }
}

function watched(locks: FakeLocks | undefined) {
  const page = Object.assign(new EventTarget(), { postMessage: () => {} });
  vi.stubGlobal("navigator", { locks });
  vi.stubGlobal("postMessage", (data: unknown) =>
    page.dispatchEvent(new MessageEvent("message", { data })),
  );
  vi.stubGlobal("addEventListener", () => {});
  const onEnd = vi.fn();
  onWorkerDeath(page, onEnd);
  return { page, onEnd };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, Symbol.for("hopwise.serving"));
});

it("serves once, though its file be run twice", () => {
  vi.stubGlobal("navigator", {});
  const addEventListener = vi.fn();
  vi.stubGlobal("addEventListener", addEventListener);
  serve({});
  serve({});
  expect(addEventListener).toHaveBeenCalledTimes(1);
});

it("tells the page when the worker is no more, and not before", async () => {
  const locks = new FakeLocks();
  const { onEnd } = watched(locks);
  serve({});
  await settled();
  expect(onEnd).not.toHaveBeenCalled();
  locks.releaseAll();
  await settled();
  expect(onEnd).toHaveBeenCalledOnce();
});

it("does not take other messages for a sign of life", async () => {
  const { page, onEnd } = watched(new FakeLocks());
  for (const data of [null, "alive-1", { lifeline: 1 }, { id: "1" }]) {
    page.dispatchEvent(new MessageEvent("message", { data }));
  }
  await settled();
  expect(onEnd).not.toHaveBeenCalled();
});

it("answers calls where a browser has no locks", async () => {
  const { onEnd } = watched(undefined);
  serve({});
  await settled();
  expect(onEnd).not.toHaveBeenCalled();
});

import { afterEach, expect, it, vi } from "vitest";
import { serve, watchLife } from "./lifeline.ts";

/** A browser's locks: the first to ask holds one until its promise settles. */
class FakeLocks {
  readonly #held = new Map<string, Promise<unknown>>();
  readonly #free = new Map<string, () => void>();

  async request(name: string, work: () => unknown): Promise<void> {
    await this.#held.get(name);
    const released = new Promise<void>((resolve) => this.#free.set(name, resolve));
    this.#held.set(name, released);
    await Promise.race([Promise.resolve(work()), released]);
  }

  /** What the browser does when their holder is gone. */
  releaseAll(): void {
    for (const free of this.#free.values()) free();
  }
}

/** A worker of its own kind: what it posts, its page hears. */
function worker(locks: FakeLocks | undefined) {
  const page = Object.assign(new EventTarget(), { postMessage: () => {} });
  vi.stubGlobal("navigator", { locks });
  vi.stubGlobal("postMessage", (data: unknown) =>
    page.dispatchEvent(new MessageEvent("message", { data })),
  );
  vi.stubGlobal("addEventListener", () => {});
  return page;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => vi.unstubAllGlobals());

it("tells the page when the worker is no more, and not before", async () => {
  const locks = new FakeLocks();
  const page = worker(locks);
  const onEnd = vi.fn();
  watchLife(page, onEnd);
  serve({});
  await settled();
  expect(onEnd).not.toHaveBeenCalled();
  locks.releaseAll();
  await settled();
  expect(onEnd).toHaveBeenCalledOnce();
});

it("does not take other messages for a sign of life", async () => {
  const locks = new FakeLocks();
  const page = worker(locks);
  const onEnd = vi.fn();
  watchLife(page, onEnd);
  for (const data of [null, "alive-1", { lifeline: 1 }, { id: "1" }]) {
    page.dispatchEvent(new MessageEvent("message", { data }));
  }
  await settled();
  expect(onEnd).not.toHaveBeenCalled();
});

it("answers calls where a browser has no locks", async () => {
  const page = worker(undefined);
  const onEnd = vi.fn();
  watchLife(page, onEnd);
  serve({});
  await settled();
  expect(onEnd).not.toHaveBeenCalled();
});

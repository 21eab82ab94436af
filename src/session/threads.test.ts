import { afterEach, expect, it, vi } from "vitest";
import { getsThreadsAnew, noticeTouches, takeThreads } from "./threads.ts";

afterEach(() => vi.unstubAllGlobals());

class Navigation {
  readonly workerStart: number;
  constructor(workerStart: number) {
    this.workerStart = workerStart;
  }
}

function page(differs: {
  isolated?: boolean;
  controlled?: boolean;
  workerStart?: number;
  storage?: Pick<Storage, "getItem" | "setItem">;
}) {
  const { isolated = false, controlled = true, workerStart = 0 } = differs;
  const kept = new Map<string, string>();
  const storage = differs.storage ?? {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
  vi.stubGlobal("crossOriginIsolated", isolated);
  vi.stubGlobal("navigator", {
    serviceWorker: { controller: controlled ? {} : null },
    userActivation: { hasBeenActive: true },
  });
  vi.stubGlobal("PerformanceNavigationTiming", Navigation);
  vi.stubGlobal("performance", { getEntriesByType: () => [new Navigation(workerStart)] });
  vi.stubGlobal("sessionStorage", storage);
}

it("loads the page again once, and not a second time", () => {
  page({});
  expect(getsThreadsAnew()).toBe(true);
  expect(takeThreads()).toBe(true);
  expect(takeThreads()).toBe(false);
});

it.each([
  ["has its threads", { isolated: true }],
  ["has no service worker", { controlled: false }],
  ["came through the worker, and got none", { workerStart: 12 }],
])("promises nothing to a page that %s", (_, differs) => {
  page(differs);
  expect(getsThreadsAnew()).toBe(false);
  expect(takeThreads()).toBe(false);
});

it("does not load a page again that cannot note that it did", () => {
  const refuse = () => {
    throw new Error("no storage");
  };
  page({ storage: { getItem: refuse, setItem: refuse } });
  expect(takeThreads()).toBe(false);
});

/** A script's own events are never trusted. */
class ByHand extends Event {
  override readonly isTrusted = true;
}

it("takes no page out of somebody's hands, and says what loading it again would bring", () => {
  const target = new EventTarget();
  noticeTouches(target);
  target.dispatchEvent(new Event("keydown"));
  page({});
  expect(takeThreads()).toBe(true);

  target.dispatchEvent(new ByHand("keydown"));
  page({});
  expect(takeThreads()).toBe(false);
  expect(getsThreadsAnew()).toBe(true);
});

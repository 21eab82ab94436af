import { expect, it } from "vitest";
import { orAbort } from "./waiting.ts";

it("leaves no rejection unheard where it was aborted before it began to wait", async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on("unhandledRejection", hear);
  try {
    const controller = new AbortController();
    controller.abort(new Error("stopped"));
    const broken = Promise.reject(new Error("the network is gone"));
    await expect(orAbort(broken, controller.signal)).rejects.toThrow("stopped");
    await new Promise((resolve) => setImmediate(resolve));
    expect(unheard).toEqual([]);
  } finally {
    process.off("unhandledRejection", hear);
  }
});

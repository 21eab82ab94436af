import { expect, it } from "vitest";
import { testServices } from "../../testing/tools/services.ts";
import { ServiceQueue } from "./exchange.ts";

it("a search that is stopped between two of its requests makes no second one", async () => {
  const stop = new AbortController();
  const asked: string[] = [];
  const services = testServices({
    fetch: (address) => {
      asked.push(String(address));
      return Promise.resolve(Response.json({}));
    },
  });
  const queue = new ServiceQueue(
    {
      title: "T",
      origin: "https://t.example",
      secrets: [],
      settings: { id: "t", title: "T", usdPerThousand: 0, timeoutMs: 10_000, minGapMs: 0 },
      readRefusal: () => null,
      refusesPages: false,
      corsHint: null,
    },
    services,
  );
  let second: Promise<unknown> = Promise.resolve();
  const visit = queue.run(stop.signal, async (exchange) => {
    await exchange.json({ url: "https://t.example/1" });
    stop.abort();
    second = exchange.json({ url: "https://t.example/2" });
    return second;
  });
  await expect(visit).rejects.toMatchObject({ code: "stopped" });
  await expect(second).rejects.toMatchObject({ code: "stopped" });
  expect(asked).toEqual(["https://t.example/1"]);
});

import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { recordedRun } from "./recorded-runs.ts";

const file = readFileSync("public/examples/combinations.runs.bin");
const question = "Which sea borders the country whose capital is Tallinn?";
const combinations = ["SSS", "SSL", "SLS", "SLL", "LSS", "LSL", "LLS", "LLL"];

afterEach(() => vi.unstubAllGlobals());

it("comes with the page, whole and checked, for each combination of an example", async () => {
  const addresses: string[] = [];
  let isOffline = true;
  vi.stubGlobal("document", { baseURI: "https://page.example/under/" });
  vi.stubGlobal("fetch", async (address: string) => {
    addresses.push(address);
    if (isOffline) throw new TypeError("offline");
    return new Response(file);
  });
  await expect(recordedRun(question, "SSS")).rejects.toMatchObject({ code: "download-failed" });

  isOffline = false;
  for (const combination of combinations) {
    const events = await recordedRun(question, combination);
    expect(events?.[0]).toMatchObject({ type: "run-start", question });
    expect(events?.at(-1)).toMatchObject({ type: "run-end" });
    const asked = events?.flatMap((event) =>
      event.type === "call-start" && event.model.tier === "large" ? [event.stage] : [],
    );
    const large = ["plan", "solve", "summarise"].filter((_, at) => combination[at] === "L");
    for (const stage of asked ?? []) expect(large).toContain(stage);
  }
  expect(await recordedRun("Which sea?", "SSS")).toBeNull();
  expect(new Set(addresses)).toEqual(
    new Set(["https://page.example/under/examples/combinations.runs.bin"]),
  );
  expect(addresses).toHaveLength(2);
});

it("is small enough to be fetched in passing", () => {
  expect(file.byteLength).toBeLessThanOrEqual(150_000);
});

import { readFileSync } from "node:fs";
import { deflateRawSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fakeRun } from "../testing/fake-run.ts";
import { generatedLog } from "../testing/generated-log.ts";
import { compacted, expanded, isCompact, type LookUp } from "./compact.ts";
import type { RunEvent } from "./events.ts";
import { openLog, openRunFile } from "./file.ts";
import { readPackedRuns, unpackRun } from "./packed-runs.ts";

const passagesOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === "retrieval" ? event.passages : []));

function libraryOf(events: readonly RunEvent[], changed = ""): LookUp {
  const passages = passagesOf(events);
  return async (_, ids) =>
    new Map(
      passages
        .filter(({ id }) => ids.includes(id))
        .map(({ id, title, text }) => [id, { title, text: text + changed }]),
    );
}

async function thereAndBack(events: readonly RunEvent[], lookUp: LookUp): Promise<RunEvent[]> {
  const value = await compacted(events, "factbook", lookUp);
  const written: unknown = JSON.parse(JSON.stringify(value));
  if (!isCompact(written)) throw new Error("no compact log");
  return openLog(await expanded(written, lookUp));
}

const renumbered = (events: readonly RunEvent[]) => events.map((event, seq) => ({ ...event, seq }));
const arrival = openRunFile(readFileSync("src/testing/runs/siam.run.json", "utf8")).filter(
  ({ type }) => type !== "call-delta",
);

const neighbours =
  "Which country is a neighbour of both the country whose president is Javier Milei and the country whose capital is Bogota?";

async function packedLength(events: readonly RunEvent[]): Promise<number> {
  const own = renumbered(events.filter(({ type }) => type !== "call-delta"));
  const value = await compacted(own, "factbook", libraryOf(own));
  return deflateRawSync(JSON.stringify(value)).toString("base64url").length;
}

describe("a log made short", () => {
  it("is a log again that says the same, and made short again it is no other", async () => {
    for (const events of [fakeRun(), arrival]) {
      const own = renumbered(events);
      const once = await thereAndBack(own, libraryOf(own));
      expect(once.map(({ type }) => type)).toEqual(own.map(({ type }) => type));
      expect(passagesOf(once).map(({ text }) => text)).toEqual(
        passagesOf(own).map(({ text }) => text),
      );
      expect(await thereAndBack(once, libraryOf(own))).toEqual(once);
    }
  });

  it("keeps any log", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (count) => {
        const own = renumbered(generatedLog(count));
        const once = await thereAndBack(own, libraryOf(own));
        expect(once).toHaveLength(own.length);
        expect(await thereAndBack(once, libraryOf(own))).toEqual(once);
      }),
      { numRuns: 20 },
    );
  });

  it("of four steps is short enough for any chat", async () => {
    const file = gunzipSync(readFileSync("public/examples/combinations.runs.bin"));
    const runs = readPackedRuns(JSON.parse(file.toString("utf8")));
    const own = unpackRun(runs, neighbours, "SSS") ?? [];
    expect(own.filter(({ type }) => type === "node-start").length).toBeGreaterThanOrEqual(4);
    expect(await packedLength(own)).toBeLessThanOrEqual(4000);
    // The large plan's prompt holds the worked examples.
    expect(await packedLength(arrival)).toBeLessThanOrEqual(5000);
  });

  it("says so where the library has other words under the same ids", async () => {
    const own = renumbered(fakeRun());
    const value = await compacted(own, "factbook", libraryOf(own));
    const failed = expanded(value, libraryOf(own, " Changed."));
    await expect(failed).rejects.toMatchObject({ code: "run-link-edition" });
  });

  it("carries in full what the library has not word for word", async () => {
    const own = renumbered(fakeRun());
    const value = await compacted(own, "factbook", libraryOf(own, " Changed."));
    expect(value.library).toBeNull();
    const opened = await expanded(value, async () => new Map());
    expect(passagesOf(openLog(opened)).map(({ text }) => text)).toEqual(
      passagesOf(own).map(({ text }) => text),
    );
  });
});

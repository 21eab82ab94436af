import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LookUp } from "../../log/compact.ts";
import type { RunEvent } from "../../log/events.ts";
import { fakeRun } from "../../testing/fake-run.ts";
import { isRunLink } from "./fragment.ts";
import { longestLink, openRunLink, runLink, safeLink } from "./link.ts";
import { RedactedLog } from "./redact.ts";

const page = "https://page.example/app/";
const log = RedactedLog.of(fakeRun());
const passages = log.events.flatMap((event) => (event.type === "retrieval" ? event.passages : []));
const lookUp: LookUp = async (_, ids) =>
  new Map(
    passages
      .filter(({ id }) => ids.includes(id))
      .map(({ id, title, text }) => [id, { title, text }]),
  );
/** Numbers have a link's precision, and spans that were not chosen are missing. */
const asShared = (events: readonly RunEvent[]): unknown =>
  JSON.parse(
    JSON.stringify(events, (key, value: unknown) => {
      if (key === "spans") return undefined;
      if (typeof value !== "number" || Number.isInteger(value) || key === "usd") return value;
      if (key.endsWith("Ms")) return Math.round(value);
      return key === "score" ? Number(value.toPrecision(3)) : value;
    }),
  );
const linked = (text: string) => `#run=${deflateRawSync(text).toString("base64url")}`;

describe("a link that carries a run", () => {
  it("opens to the run it was made of, and has only what an address may have", async () => {
    const link = await runLink(log, page, lookUp);
    expect(link).toMatch(/^https:\/\/page\.example\/app\/#run=[\w-]+$/u);
    expect(isRunLink(new URL(link).hash)).toBe(true);
    expect(await openRunLink(new URL(link).hash, lookUp)).toEqual(asShared(log.events));
    expect(link.length).toBeLessThan(safeLink);
  });

  it("says so when a part is missing or was changed, wherever", async () => {
    const { hash } = new URL(await runLink(log, page, lookUp));
    const broken = fc.oneof(
      fc.integer({ min: 6, max: hash.length - 1 }).map((at) => hash.slice(0, at)),
      fc
        .integer({ min: 5, max: hash.length - 1 })
        .map((at) => `${hash.slice(0, at)}%${hash.slice(at + 1)}`),
    );
    await fc.assert(
      fc.asyncProperty(broken, async (fragment) => {
        const failed = await openRunLink(fragment, lookUp).catch((thrown: unknown) => thrown);
        expect(failed).toMatchObject({ code: expect.stringMatching(/^run-(?:link|file)-/u) });
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["", "run-link-broken"],
    ["#run=", "run-link-broken"],
    [linked("not JSON"), "run-file-invalid"],
    [linked('{"format":"hopwise-run","events":[]}'), "run-file-invalid"],
    [
      linked('{"format":"hopwise-run","events":[{"type":"run-start","version":99}]}'),
      "run-file-too-new",
    ],
  ])("is not opened when it holds something else", async (fragment, code) => {
    await expect(openRunLink(fragment, lookUp)).rejects.toMatchObject({ code });
  });

  it("unpacks no more than a run can have", async () => {
    const bomb = linked("x".repeat(33_000_000));
    expect(bomb.length).toBeLessThan(longestLink);
    await expect(openRunLink(bomb, lookUp)).rejects.toMatchObject({ code: "run-link-broken" });
  });
});

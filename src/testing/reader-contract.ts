import { beforeAll, describe, expect, it } from "vitest";
import type { PassageReader } from "../runtime/ports.ts";

const never = new AbortController().signal;
const question = "What is the capital of Austria?";
const passages = [
  "Austria: Austria's capital is Vienna. It lies on the Danube.",
  "",
  "Łódź: “Łódź” — a ĆITY in Poland, naïve & co\u00ADoperative; 東京 is elsewhere.",
  "Long: ".padEnd(6000, "The Danube is a river. "),
  ...Array.from({ length: 9 }, (_, index) => `Number ${index}: ${"word ".repeat(3 * index)}end.`),
];

const inside = (value: number) => value >= 0 && value <= 1;

export function describeReaderContract(name: string, makeReader: () => Promise<PassageReader>) {
  describe(`reader contract: ${name}`, () => {
    let reader: PassageReader;
    beforeAll(async () => {
      reader = await makeReader();
    });

    it("gives one reading for each passage, in their order, whatever the batch", async () => {
      const all = await reader.read(question, passages, never);
      expect(all).toHaveLength(passages.length);
      for (const at of [0, 4, 12]) {
        const passage = passages[at] ?? "";
        const [alone] = await reader.read(question, [passage], never);
        // int8 scales per batch.
        expect(all[at]?.relevance).toBeCloseTo(alone?.relevance ?? -1, 1);
        expect(all[at]?.tokens).toBe(alone?.tokens);
      }
      expect(await reader.read(question, [], never)).toEqual([]);
    });

    it("tells probabilities, and words of the passage where they stand", async () => {
      const readings = await reader.read(question, passages, never);
      readings.forEach((reading, index) => {
        const { kind, span, start, confidence, noAnswer, relevance, tokens } = reading;
        expect([confidence, noAnswer, relevance].filter((value) => !inside(value))).toEqual([]);
        expect(tokens).toBeGreaterThan(2);
        expect(tokens).toBeLessThanOrEqual(512);
        if (kind === "span") {
          expect(span).not.toBe("");
          const text = passages[index] ?? "";
          expect(text.slice(start ?? -1, (start ?? -1) + span.length)).toBe(span);
        } else {
          expect({ span, start }).toEqual({ span: kind === "none" ? "" : kind, start: null });
        }
      });
    });

    it("judges relevance and knowledge in [0, 1]", async () => {
      const relevances = await reader.relevance(question, passages.slice(0, 3), never);
      expect(relevances).toHaveLength(3);
      expect(
        [...relevances, await reader.known(question, "Vienna", never, null)].every(inside),
      ).toBe(true);
    });

    it("stops when asked", async () => {
      const stopped = { code: "stopped" };
      const aborted = AbortSignal.abort();
      await expect(reader.read(question, passages, aborted)).rejects.toMatchObject(stopped);
      await expect(reader.known(question, "Vienna", aborted, null)).rejects.toMatchObject(stopped);
    });
  });
}

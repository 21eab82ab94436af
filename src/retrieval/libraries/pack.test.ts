import { describe, expect, it } from "vitest";
import { hardWordLimit, pack } from "./pack.ts";

const words = (count: number, word = "word") => Array(count).fill(word).join(" ");

describe("pack", () => {
  it("makes nothing of nothing", () => {
    expect(pack([], "Estonia")).toEqual([]);
  });

  it("puts the name before a text that does not give it", () => {
    expect(pack([{ lead: "Climate:", body: "maritime." }], "Estonia")).toEqual([
      "Estonia: Climate: maritime.",
    ]);
    expect(pack([{ lead: "The capital of Estonia is", body: "Tallinn." }], "Estonia")).toEqual([
      "The capital of Estonia is Tallinn.",
    ]);
  });

  it("shares clauses evenly instead of leaving a stub", () => {
    const clauses = Array.from({ length: 13 }, () => ({ lead: "", body: `${words(9)}.` }));
    const sizes = pack(clauses, "word").map((text) => text.split(" ").length);
    expect(sizes.length).toBe(1);
    const more = pack([...clauses, ...clauses.slice(0, 5)], "word");
    expect(more.map((text) => text.split(" ").length)).toEqual([81, 81]);
  });

  it("cuts a long clause at semicolons and repeats its lead", () => {
    const body = Array.from({ length: 30 }, (_, i) => `party ${i} ${words(6)}`).join("; ");
    const texts = pack([{ lead: "Parties:", body }], "Estonia");
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) {
      expect(text).toMatch(/^Estonia: Parties: party \d+/);
      expect(text.split(" ").length).toBeLessThanOrEqual(hardWordLimit);
    }
  });

  it("does not end a passage in the middle of a name", () => {
    const body = `${words(100)}, ${"the crater of Mt. Fuji, the port of St. Nazaire, ".repeat(12)}end.`;
    for (const text of pack([{ lead: "", body }], "word")) expect(text).not.toMatch(/(Mt|St)\.$/);
  });

  it("cuts even a text without any seam but spaces", () => {
    for (const text of pack([{ lead: "", body: words(1000, "longword") }], "Estonia")) {
      expect(text.split(" ").length).toBeLessThanOrEqual(hardWordLimit);
    }
  });
});

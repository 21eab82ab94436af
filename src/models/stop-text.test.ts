import fc from "fast-check";
import { expect, it } from "vitest";
import { StopText } from "./stop-text.ts";

function through(pieces: readonly string[], stops: readonly string[]) {
  const let_: string[] = [];
  const text = new StopText(stops, (piece) => let_.push(piece));
  const stopped = pieces.some((piece) => text.push(piece));
  if (!stopped) text.flush();
  return { pieces: let_, text: text.text, stopped };
}

it("ends before a stop string that comes in pieces", () => {
  expect(through(["one t", "wo\n", "\nthr", "ee"], ["\n\n"])).toEqual({
    pieces: ["one t", "wo"],
    text: "one two",
    stopped: true,
  });
});

it("lets a false beginning of a stop string through", () => {
  expect(through(["a<", "b<e", "nd"], ["<end>"]).text).toBe("a<b<end");
});

it("gives the text before the first stop, however it is cut", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 4 });
  fc.assert(
    fc.property(fc.array(letters), fc.array(letters), (pieces, stops) => {
      const whole = pieces.join("");
      const ends = stops.filter((stop) => stop !== "").map((stop) => whole.indexOf(stop));
      const first = Math.min(...ends.filter((end) => end >= 0), whole.length);
      const seen = through(pieces, stops);
      // The stop that is complete first wins, even if a longer one began earlier.
      if (!seen.stopped) expect(seen.text).toBe(whole);
      else expect(seen.text.length).toBeGreaterThanOrEqual(first);
      expect(whole.startsWith(seen.text)).toBe(true);
      expect(seen.pieces.join("")).toBe(seen.text);
    }),
  );
});

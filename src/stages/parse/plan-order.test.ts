import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { english } from "../../language/english/english.ts";
import { noWords } from "../../language/language.ts";
import { parseChain } from "./chain.ts";
import { markedSteps } from "./step-marks.ts";

const question = "Which river runs through the capital of Austria?";
const plan = (...queries: readonly string[]) =>
  parseChain(
    JSON.stringify({
      steps: queries.map((query) => ({ query, answer: "unknown" })),
      final: "unknown",
    }),
    question,
    english(noWords),
  );
const capital = "What is the capital of Austria?";

describe("a plan", () => {
  it.each<[string, readonly string[], readonly string[], RegExp | null]>([
    ["in order stays as it is", [capital, "Who rules [1]?"], [capital, "Who rules [1]?"], null],
    [
      "with a step that names a later one is put in order, its marks with it",
      ["Who rules [2]?", capital, "How old is [1]?"],
      [capital, "Who rules [1]?", "How old is [2]?"],
      /order/u,
    ],
    ["with a loop loses it", [capital, "Who rules [3]?", "Who serves [2]?"], [capital], /cut/u],
    ["loses a step that names itself", [capital, "Who rules [2]?"], [capital], /cut/u],
    ["of nothing but a loop is the question itself", ["Who rules [1]?"], [question], null],
    [
      "without an empty step counts on",
      ["", capital, "Who rules [2]?"],
      [capital, "Who rules [1]?"],
      /empty/u,
    ],
    ["loses what rests on an empty step", ["", capital, "Who rules [1]?"], [capital], /cut/u],
    [
      "with a repeated step takes the first for both",
      [capital, capital, "Who rules [2]?"],
      [capital, "Who rules [1]?"],
      /repeated/u,
    ],
    ["keeps a mark of no step", ["Who wrote [9]?"], ["Who wrote [9]?"], null],
  ])("%s", (_name, written, planned, told) => {
    const { nodes, detail } = plan(...written);
    expect(nodes.map(({ query }) => query)).toEqual(planned);
    if (told !== null) expect(detail).toMatch(told);
  });

  it("names only steps before it, whatever was written", () => {
    const query = fc
      .tuple(fc.constantFrom("Who rules", "How old is", "", "Where is"), fc.nat({ max: 7 }))
      .map(([text, mark]) => (text === "" ? "" : `${text} [${mark}]?`));
    fc.assert(
      fc.property(fc.array(query, { maxLength: 7 }), (written) => {
        const { nodes } = plan(...written);
        expect(nodes.length).toBeGreaterThan(0);
        for (const [index, node] of nodes.entries()) {
          const named = markedSteps(node.query).filter(
            (mark) => mark > 0 && mark <= written.length,
          );
          expect(named.every((mark) => mark <= index)).toBe(true);
        }
      }),
    );
  });
});

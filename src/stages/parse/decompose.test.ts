import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxSubQuestions, parseDecomposition } from "./decompose.ts";

const of = (output: string) => parseDecomposition(output);

describe("parseDecomposition", () => {
  it("reads numbered lines", () => {
    expect(of("1. Who built it?\n2. When was it built?")).toEqual({
      questions: ["Who built it?", "When was it built?"],
      resolution: "clean",
      detail: "",
    });
  });

  it("reads what models add: no space, other numbers, bold, a greeting", () => {
    const { questions, resolution } = of(
      "Certainly, here is the question “Who?” in parts:\n1.Who built it?\n2) **When** was it built?\n",
    );
    expect(questions).toEqual(["Who built it?", "When was it built?"]);
    expect(resolution).toBe("repaired");
  });

  it("reads bullets and the released code's JSON, if it is one question a line", () => {
    const wanted = ["Who built it?", "When was it built?"];
    expect(of("- Who built it?\n- When was it built?").questions).toEqual(wanted);
    const json = JSON.stringify({ query: wanted }, null, 2);
    expect(of(json).questions).toEqual(wanted);
  });

  it("leaves prose out, and a number that is no list mark", () => {
    expect(of("I cannot split this.").questions).toEqual([]);
    expect(of("3.5 million people live there.").questions).toEqual([]);
  });

  it("has each question once, however it is written", () => {
    const { questions, detail } = of("1. Who built it?\n2. who built  it\n3. Why?");
    expect(questions).toEqual(["Who built it?", "Why?"]);
    expect(detail).toBe("a repeated question");
  });

  it("says when there is nothing, or nothing but marks", () => {
    for (const output of ["", "\n\n", "1. \n2. —", "None."]) {
      expect(of(output)).toMatchObject({ questions: [], resolution: "fell-back" });
    }
  });

  it("takes any text, and never more than it may", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 500 }), { maxLength: 12 }),
        (lines) => {
          const { questions } = of(lines.map((line, i) => `${i % 20}. ${line}`).join("\n"));
          expect(questions.length).toBeLessThanOrEqual(maxSubQuestions);
          for (const question of questions) expect(question.length).toBeLessThanOrEqual(400);
        },
      ),
    );
  });
});

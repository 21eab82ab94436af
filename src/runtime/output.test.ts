import { describe, expect, it } from "vitest";
import { maxLineCharacters, maxOutputCharacters, readableOutput } from "./output.ts";

describe("readableOutput", () => {
  it("leaves an output as it is", () => {
    const output = "Answer: the  Danube [1]\r\n\r\n  - It runs\tthrough Vienna.\n";
    expect(readableOutput(output)).toBe(output);
  });

  it("makes endless white space one space, or an empty line where it had one", () => {
    expect(readableOutput(`a${" ".repeat(5000)}b`)).toBe("a b");
    expect(readableOutput(`a${" \n".repeat(5000)}b`)).toBe("a\n\nb");
  });

  it("cuts endless lines, and an endless output", () => {
    expect(readableOutput(`${"a".repeat(30_000)}\nb`)).toBe(`${"a".repeat(maxLineCharacters)}\nb`);
    expect(readableOutput("word\n".repeat(100_000)).length).toBeLessThanOrEqual(
      maxOutputCharacters,
    );
  });
});

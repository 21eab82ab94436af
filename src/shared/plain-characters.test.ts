import { describe, expect, it } from "vitest";
import { escapedControls, withoutControls } from "./plain-characters.ts";

const hostile =
  "a\u001b[2Jb\u001b]0;title\u0007c\u009b31md\u009d8;;x\u009ce\rf\bg\u007fh\u202ei\u2066j\u{e0001}\u{e0068}\u{e007f}";

describe("characters that are obeyed", () => {
  it("are taken out of what is shown, lines and tabs excepted", () => {
    expect(withoutControls(hostile)).toBe("a[2Jb]0;titlec31md8;;xefghij");
    expect(withoutControls("one\n\ttwo: Türkiye, 北京, עברית, 👩‍🚀")).toBe(
      "one\n\ttwo: Türkiye, 北京, עברית, 👩‍🚀",
    );
  });

  it("are escapes in JSON, and the same text when it is read", () => {
    const json = escapedControls(JSON.stringify({ hostile }));
    expect(withoutControls(json)).toBe(json);
    expect(JSON.parse(json)).toEqual({ hostile });
  });
});

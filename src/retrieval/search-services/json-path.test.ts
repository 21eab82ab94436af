import { describe, expect, it } from "vitest";
import { parseJsonPath, textAt, valueAt } from "./json-path.ts";

describe("parseJsonPath", () => {
  it.each([
    ["", []],
    ["$", []],
    ["web.results", ["web", "results"]],
    ["$.web.results", ["web", "results"]],
    ["data[0].items", ["data", 0, "items"]],
    ["$[2]", [2]],
    ['["@graph"][0]["a.b"].größe', ["@graph", 0, "a.b", "größe"]],
  ])("%s", (text, path) => {
    expect(parseJsonPath(text)).toEqual(path);
  });

  it.each(["a..b", ".a", "a.", "a b", "a[", "a[-1]", "a[x]", "[1]a", "$a", "a[*]", "..", "a[0"])(
    "refuses %s",
    (text) => {
      expect(parseJsonPath(text)).toBeNull();
    },
  );
});

describe("valueAt", () => {
  const json: unknown = JSON.parse(
    '{"a":{"b":[{"c":1},{"c":"two"}]},"list":["x",3,null,{}],"__proto__":{"d":4}}',
  );
  const at = (text: string) => valueAt(json, parseJsonPath(text) ?? ["invalid"]);

  it("reaches what the JSON holds and nothing else", () => {
    expect(at("a.b[1].c")).toBe("two");
    expect(at("$")).toBe(json);
    expect(at('["__proto__"].d')).toBe(4);
    for (const none of ["a.c", "a.b.c", "a.b[9].c", "a.b.length", "constructor", "a.toString"]) {
      expect(at(none), none).toBeUndefined();
    }
  });

  it("reads numbers, and lists of texts, as text", () => {
    const text = (path: string) => textAt(json, parseJsonPath(path) ?? []);
    expect(text("a.b[0].c")).toBe("1");
    expect(text("list")).toBe("x 3");
    expect(text("a")).toBe("");
  });
});

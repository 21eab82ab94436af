/** `web.results`, `data[0].items`, `["@graph"]`; `$` is the whole answer. */
export type JsonPath = readonly (string | number)[];

const step = /\.?([\p{L}_@-][\p{L}\p{N}_@-]*)|\[(\d{1,6})\]|\["([^"\\]+)"\]/uy;

/** Null for invalid syntax. */
export function parseJsonPath(text: string): JsonPath | null {
  const path: (string | number)[] = [];
  const source = text.trim().replace(/^\$(?:\.|(?=\[)|$)/u, "");
  step.lastIndex = 0;
  while (step.lastIndex < source.length) {
    const from = step.lastIndex;
    const found = step.exec(source);
    if (found === null) return null;
    const [whole, name, place, quoted] = found;
    if (name !== undefined && whole.startsWith(".") !== from > 0) return null;
    path.push(place === undefined ? (name ?? quoted ?? "") : Number(place));
  }
  return path;
}

/** Ignores inherited properties. */
export function valueAt(json: unknown, path: JsonPath): unknown {
  let value = json;
  for (const key of path) {
    if (Array.isArray(value)) value = typeof key === "number" ? value[key] : undefined;
    else if (typeof value === "object" && value !== null && Object.hasOwn(value, key)) {
      value = Reflect.get(value, key);
    } else return undefined;
  }
  return value;
}

/** Joins a list; "" for anything but text and numbers. */
export function textAt(json: unknown, path: JsonPath): string {
  const value = valueAt(json, path);
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  return parts
    .filter((part) => typeof part === "string" || typeof part === "number")
    .map(String)
    .join(" ");
}

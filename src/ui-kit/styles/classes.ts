/** Skips falsy names. */
export type Classes = (...names: readonly (string | false | null | undefined)[]) => string;

export function classes(sheet: Readonly<Record<string, string>>): Classes {
  return (...names) =>
    names
      .filter((name): name is string => typeof name === "string" && name !== "")
      .map((name) => sheet[name] ?? name)
      .join(" ");
}

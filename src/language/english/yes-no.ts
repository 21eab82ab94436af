/** Yes and no, as models write them. */

/** true for yes at the beginning, false for no, null for anything else. */
export function saysYes(output: string): boolean | null {
  const match = /^\W*(yes|no)\b/iu.exec(output);
  if (match === null) return null;
  return (match[1] ?? "").toLowerCase() === "yes";
}

/** true for "yes" or "true" alone, false for "no" or "false", null for anything else. */
export function isTrue(field: string): boolean | null {
  if (/^(?:yes|true)$/iu.test(field)) return true;
  return /^(?:no|false)$/iu.test(field) ? false : null;
}

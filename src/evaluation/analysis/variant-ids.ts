/** The names of configurations that say what they are in a comparison. */

/** The configuration that the others of its comparison are held against. */
export const asItIs = "as-it-is";

export function sweptId(path: string, value: number): string {
  return `${path}=${value}`;
}

/** What a configuration of `sweepVariants` is set to; null for any other. */
export function sweptValue(id: string, path: string): number | null {
  const text = id.startsWith(`${path}=`) ? id.slice(path.length + 1) : "";
  return text === "" || Number.isNaN(Number(text)) ? null : Number(text);
}

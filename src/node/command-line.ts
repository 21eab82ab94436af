/** Sources run through npm, the package has a command of its own. */
export const isSource = import.meta.url.endsWith(".ts");

export function commandLine(name: "ask" | "eval"): string {
  return isSource ? `npm run ${name} --` : `hopwise ${name}`;
}

/** Sources run through npm, the package has a command of its own. */
export const isSource = import.meta.url.endsWith(".ts");

export function commandLine(name: "ask" | "eval" | "index" | "learn"): string {
  return isSource ? `npm run ${name} --` : `hopwise ${name}`;
}

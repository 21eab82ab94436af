import type { RunSummary } from "../../../storage/runs.ts";

/** Every word must be in the title, question or answer; ignores accents and case. */
export function matching(runs: readonly RunSummary[], search: string): readonly RunSummary[] {
  const wanted = folded(search)
    .split(/\s+/u)
    .filter((word) => word !== "");
  if (wanted.length === 0) return runs;
  return runs.filter(({ title, question, short }) => {
    const text = folded(`${title ?? ""} ${question} ${short}`);
    return wanted.every((word) => text.includes(word));
  });
}

function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Reads numbers up to `most`, as in "1, 3" or "[1][3]"; [] for "none", null for neither. Skips
 * those called not relevant. Never throws.
 */
export function numbersNamed(output: string, most: number): number[] | null {
  const line = (output.trim().split(/\r?\n/u)[0] ?? "").slice(0, 2000);
  if (/^\W*(?:no|none)\b/iu.test(line)) return [];
  const clauses = line.split(/[.;()]/u);
  const denied = clauses.filter((clause) => denial.test(clause));
  const named = clauses.filter((clause) => !denial.test(clause)).flatMap(numbersOf);
  const inRange = [...new Set(named)].filter((number) => number >= 1 && number <= most);
  if (inRange.length > 0) return inRange;
  return denied.length > 0 || /\bnone\b/iu.test(line) ? [] : null;
}

const denial = /\b(?:not|irrelevant|insufficient|none)\b/iu;

/** "2-4" means all three; of an overlong range only the ends count. */
function numbersOf(clause: string): number[] {
  const runs = clause.matchAll(/(\d+)(?:\]?\s*(?:-|–|to)\s*\[?(\d+))?/gu);
  return [...runs].flatMap(([, first = "", second = first]) => {
    const [from, to] = [Number(first), Number(second)];
    if (to <= from || to - from > 100) return from === to ? [from] : [from, to];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

/** Guesses the mapping from the columns' names; a person may change it. */
import type { ColumnMapping, Delimiter } from "./format.ts";

type Role = "question" | "answer" | "id" | "type" | "context" | "contextTitle";

const roleNames: Readonly<Record<Role, RegExp>> = {
  question: /^(q|questions?|query|prompt|input)$/u,
  answer:
    /^(a|(gold|correct|right|possible|short|final)?_?answers?(_?(\d+|text|aliases))?|golds?|targets?|labels?|alias(es)?)$/u,
  id: /^(_?id|[qu]id|question_?id|index|no|nr)$/u,
  type: /^((question|answer)_?)?(type|category|kind)$/u,
  context: /^(contexts?|passage|paragraph|text|document|evidence)$/u,
  contextTitle: /^((context|passage|page|document)_?)?title$/u,
};

/** "Gold answer" becomes "gold_answer". */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/gu, "_");
}

export function hasHeading(row: readonly string[]): boolean {
  const names = row.map(plain);
  return (
    names.some((name) => roleNames.question.test(name)) ||
    (names.some((name) => roleNames.answer.test(name)) &&
      names.some((name) => roleNames.id.test(name)))
  );
}

export function proposeMapping(columns: readonly string[]): ColumnMapping {
  const names = columns.map(plain);
  const first = (role: Role) => {
    const index = names.findIndex((name) => roleNames[role].test(name));
    return index === -1 ? null : index;
  };
  const named = {
    question: first("question"),
    answers: names.flatMap((name, index) => (roleNames.answer.test(name) ? [index] : [])),
    id: first("id"),
    type: first("type"),
    context: first("context"),
    contextTitle: first("contextTitle"),
  };
  if (named.question !== null || names.some((name) => name !== "")) return named;
  const others = names.flatMap((_, index) => (index > 0 ? [index] : []));
  return { ...named, question: names.length === 0 ? null : 0, answers: others };
}

/** A semicolon is often part of one answer, so it comes last. */
const separators = ["||", "|", "\n", ";"] as const;

/** Null if there is none, or cells are JSON lists. */
export function proposeSeparator(cells: readonly string[], delimiter: Delimiter): string | null {
  if (cells.some((cell) => cell.trim().startsWith("["))) return null;
  const free = separators.filter((one) => one !== delimiter);
  return free.find((one) => cells.some((cell) => cell.includes(one))) ?? null;
}

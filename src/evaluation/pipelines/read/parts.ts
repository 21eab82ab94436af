/** Shared by all readers of foreign files. */
import { dollars, milliseconds } from "../../../log/bounds.ts";

type Reason =
  | "not-json"
  | "quotes-open"
  | "no-question"
  | "no-model"
  | "two-models"
  | "no-score"
  | "not-a-number"
  | "not-a-span"
  | "no-root"
  | "too-long";

/** `row` counts from 1: a line of a table, an item of a list, or a span of a trace. */
export interface Unreadable {
  row: number;
  reason: Reason;
  /** The column, stage or trace that it concerns. */
  at: string;
}

export type Cell = string | number | boolean | null;
export type Fields = ReadonlyMap<string, Cell>;

/** Not Zod's record, which would check every key: a trace has hundreds of thousands. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** No format nests deeper than this, and no name is longer. */
const deepest = 8;
const longestName = 200;
const longestText = 10_000;

/** `{ a: { b: 1 } }` as `a.b`; lists are left out. */
export function flattened(value: unknown): Fields {
  const fields = new Map<string, Cell>();
  const add = (own: unknown, name: string, depth: number) => {
    if (name.length > longestName || depth > deepest || Array.isArray(own)) return;
    if (typeof own === "string") fields.set(name, own.slice(0, longestText));
    else if (typeof own === "number" || typeof own === "boolean" || own === null) {
      fields.set(name, own);
    } else if (isRecord(own)) {
      for (const [key, inner] of Object.entries(own)) {
        add(inner, name === "" ? key : `${name}.${key}`, depth + 1);
      }
    }
  };
  add(value, "", 0);
  return fields;
}

/** Null if empty. */
export function textOfCell(cell: Cell | undefined): string | null {
  if (cell === undefined || cell === null) return null;
  const text = String(cell).trim();
  return text === "" ? null : text;
}

/** `null`: no figure; `undefined`: one that is no number. */
export function numberOf(cell: Cell | undefined): number | null | undefined {
  const text = textOfCell(cell);
  if (text === null) return null;
  if (typeof cell === "boolean") return cell ? 1 : 0;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const amounts = { usd: dollars, tokens: dollars, seconds: milliseconds };

/** Like `numberOf`; a cost below 0 or beyond all bounds is no number either. */
export function costOf(
  cell: Cell | undefined,
  kind: keyof typeof amounts,
): number | null | undefined {
  const value = numberOf(cell);
  if (typeof value !== "number") return value;
  return value >= 0 && amounts[kind].safeParse(value).success ? value : undefined;
}

const truths: ReadonlyMap<string, number> = new Map([
  ["true", 1],
  ["pass", 1],
  ["false", 0],
  ["fail", 0],
]);
const largestScore = 1e6;

export function scoreOf(cell: Cell | undefined): number | null | undefined {
  const word = truths.get(String(cell).trim().toLowerCase());
  const value = word ?? numberOf(cell);
  return typeof value === "number" && Math.abs(value) > largestScore ? undefined : value;
}

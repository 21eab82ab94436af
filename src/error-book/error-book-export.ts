/** Training data in three forms, rendered with the small model's own prompts (`skills.ts`). */

import type { ChatMessage, Passage } from "../log/types.ts";
import {
  finalLine,
  type Skill,
  skillMessages,
  solvedLines,
  wrongChain,
  wrongChainText,
} from "../methods/skills.ts";
import { isPrivate } from "../runtime/privacy/visibility.ts";
import type { Chain } from "../stages/chain-record.ts";
import { type ErrorRecord, isPaired, type PairedRecord } from "./record.ts";

export const exportForms = ["sft", "chat", "dpo"] as const;
export type ExportForm = (typeof exportForms)[number];

export interface ExportOptions {
  /** Off by default. */
  includePassages: boolean;
  /** Includes the user's own libraries; needs separate consent. */
  includePrivatePassages: boolean;
}

interface Origin {
  question: string;
  gold: readonly string[] | null;
  cause: ErrorRecord["cause"];
  ids: ErrorRecord["ids"];
  passages?: readonly Passage[];
}

/** JSON lines; empty if no record fits the form. */
export function exportErrorBook(
  records: readonly ErrorRecord[],
  form: ExportForm,
  options: ExportOptions,
): string {
  return exportRows(records, form, options)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join("");
}

export function exportRows(
  records: readonly ErrorRecord[],
  form: ExportForm,
  options: ExportOptions,
): object[] {
  const origin = (record: ErrorRecord): Origin => originOf(record, options);
  switch (form) {
    case "sft":
      return records.filter(isPaired).map((record) => ({ ...sftRow(record), ...origin(record) }));
    case "chat":
      return records.flatMap((record) =>
        chatRows(record).map((row) => ({ ...row, ...origin(record) })),
      );
    case "dpo":
      return records.filter(isPaired).map((record) => ({ ...dpoRow(record), ...origin(record) }));
  }
}

function sftRow({ question, wrong, right }: PairedRecord) {
  const [instruction, input] = correctTurn(question, wrong);
  return {
    instruction: instruction?.content ?? "",
    input: input?.content ?? "",
    output: chainText(right),
  };
}

/** Corrects the wrong chain if known, else plans the right one. */
function chatRows({ question, wrong, right }: ErrorRecord) {
  if (right === null) return [];
  const skill: Skill = wrong === null ? "plan" : "correct";
  const messages = wrong === null ? planTurn(question) : correctTurn(question, wrong);
  return [{ skill, messages: [...messages, answered(right)] }];
}

function dpoRow({ question, wrong, right }: PairedRecord) {
  return { prompt: planTurn(question), chosen: [answered(right)], rejected: [answered(wrong)] };
}

function planTurn(question: string): ChatMessage[] {
  return skillMessages("plan", question);
}

function correctTurn(question: string, wrong: Chain): ChatMessage[] {
  const { steps, final } = wrongChain(wrong);
  return skillMessages("correct", wrongChainText(question, steps, final));
}

function answered(chain: Chain): ChatMessage {
  return { role: "assistant", content: chainText(chain) };
}

function chainText(chain: Chain): string {
  const { steps, final } = wrongChain(chain);
  return solvedLines(steps) + finalLine(final, chain.rests);
}

export function withAllowedPassages(record: ErrorRecord, options: ExportOptions): ErrorRecord {
  const allowed =
    options.includePassages && (options.includePrivatePassages || !isPrivate(record.library));
  return allowed ? record : { ...record, passages: [] };
}

function originOf(record: ErrorRecord, options: ExportOptions): Origin {
  const { question, gold, cause, ids } = record;
  const origin = { question, gold, cause, ids };
  const { passages } = withAllowedPassages(record, options);
  return passages.length === 0 ? origin : { ...origin, passages };
}

import type { Language } from "../../../language/language.ts";
import { parseChain, splitFinal } from "../../../stages/parse/chain.ts";
import { type Resolved, resolved } from "../../../stages/parse/resolution.ts";

export interface ParsedReasoning extends Resolved {
  steps: string[];
  /** "" if the reasoning reached no answer. */
  answer: string;
}

export type ParsedFollowUp = Resolved &
  (
    | { kind: "follow-up"; question: string }
    | { kind: "final"; answer: string }
    | { kind: "nothing" }
  );

/** Limits what a broken output can do to a run. */
export const maxReasoningSteps = 10;
const maxOutputCharacters = 6000;
const maxStepCharacters = 400;
const maxAnswerCharacters = 300;

const asLine = /^[ \t*#>-]*(?:final )?answer[ \t*]*:[\s*]*(\S[^\n]*)?/imu;

export function findConclusion(
  text: string,
  language: Language,
): { before: string; answer: string } | null {
  const taken = text.slice(0, maxOutputCharacters);
  const line = asLine.exec(taken);
  const [first] = [
    language.finalAnswer(taken),
    line === null ? null : { start: line.index, answer: line[1] ?? "" },
  ]
    .filter((found) => found !== null)
    .sort((a, b) => a.start - b.start);
  if (first === undefined) return null;
  return { before: taken.slice(0, first.start), answer: bareAnswer(first.answer, language) };
}

export function parseReasoning(output: string, language: Language): ParsedReasoning {
  const end = findConclusion(output, language);
  const all = sentences(end?.before ?? output.slice(0, maxOutputCharacters));
  const steps = [...new Set(all)];
  const faults = [
    ...(steps.length < all.length ? ["a repeated step"] : []),
    ...(steps.length > maxReasoningSteps ? ["too many steps"] : []),
  ];
  const retained = steps.slice(0, maxReasoningSteps);
  if (end === null || end.answer === "") {
    return { steps: retained, answer: "", resolution: "fell-back", detail: "no answer at the end" };
  }
  return { steps: retained, answer: end.answer, ...resolved(faults) };
}

const followUp =
  /^(?:[^\S\n\r\u2028\u2029]|[>*-])*follow[\s-]*up(?:\s+question)?s?(?:[\s*]*\d{1,2})?[\s*]*:[\s*]*(.*)/imu;

export function parseFollowUp(output: string, language: Language): ParsedFollowUp {
  const taken = output.slice(0, maxOutputCharacters);
  const end = findConclusion(taken, language);
  const followUpMatch = followUp.exec(taken);
  const question = (followUpMatch?.[1] ?? "").slice(0, maxStepCharacters).trim();
  const endsFirst =
    end !== null && (followUpMatch === null || end.before.length < followUpMatch.index);
  if (endsFirst && end.answer !== "") {
    return { kind: "final", answer: end.answer, ...resolved([]) };
  }
  if (question !== "") {
    const more =
      taken.slice((followUpMatch?.index ?? 0) + (followUpMatch?.[0].length ?? 0)).trim() !== "";
    return { kind: "follow-up", question, ...resolved(more ? ["more than one line"] : []) };
  }
  return { kind: "nothing", resolution: "fell-back", detail: "neither a question nor an answer" };
}

export function chainLine(output: string, language: Language): ParsedFollowUp {
  const chain = parseChain(output, "", language);
  const outcome: Resolved = { resolution: chain.resolution, detail: chain.detail };
  const question = chain.nodes[0]?.query ?? "";
  if (question !== "") return { ...outcome, kind: "follow-up", question };
  const { answer } = splitFinal(chain.finalContent ?? "");
  return answer === "" || language.isUnknown(answer)
    ? { kind: "nothing", resolution: "fell-back", detail: "neither a query nor an answer" }
    : { ...outcome, kind: "final", answer };
}

function sentences(text: string): string[] {
  return text
    .replace(/^[\s*]*(?:reasoning|thought)[\s*]*:\s*/iu, "")
    .split(/\n+|(?<=[.!?])\s+(?=[\p{Lu}\p{N}"'“*])/u)
    .map((part) =>
      part
        .replace(/\*\*|\[\d{1,2}\]/gu, "")
        .replace(/^[\s>*#-]*(?:(?:step\s*)?\d{1,2}[.):](?=\s|$)|step\s*\d{1,2}\s*[-–])?\s*/iu, "")
        .slice(0, maxStepCharacters)
        .replace(/(?<![,;:\s])[,;:\s]+$/u, ""),
    )
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** Empty if it says "unknown". */
function bareAnswer(text: string, { isUnknown }: Language): string {
  const bare = text
    .slice(0, maxAnswerCharacters)
    .replace(/\*\*|\[\d{1,2}\]/gu, "")
    .trim()
    .replace(/^["'“]+/u, "")
    .replace(/(?<!["'”.\s])["'”.\s]+$/u, "");
  return isUnknown(bare) ? "" : bare;
}

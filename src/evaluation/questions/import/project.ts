/** The project's own JSONL: `id, question, answers` and what else `evaluation/questions/question.ts` names. */
import * as z from "zod/mini";
import { languageTag, questionRow } from "../question.ts";
import { groupsOfReadings } from "./asqa.ts";
import { type Convert, converter, good } from "./convert.ts";

const row = z.extend(questionRow, {
  id: z.optional(z.union([z.string(), z.number()])),
  /** Other files' "English" is no tag; the script tells. */
  language: z.catch(z.optional(languageTag), undefined),
  is_impossible: z.optional(z.boolean()),
  answerable: z.optional(z.boolean()),
});

export const fromProject: Convert = converter(row, (value) => {
  const { id, is_impossible, answerable, language, ...rest } = value;
  if (is_impossible === true || answerable === false) return { kind: "unanswerable" };
  const groups = rest.dataset === "asqa" ? groupsOfReadings(rest) : null;
  return good({
    ...(groups === null ? {} : { answerGroups: groups }),
    ...rest,
    ...(language === undefined ? {} : { language }),
    id: id === undefined ? null : String(id),
  });
});

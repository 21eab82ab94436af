import * as z from "zod/mini";
import { languageTag, optionList, questionRow } from "../question.ts";
import { groupsOfReadings } from "./asqa.ts";
import { type Convert, converter, good } from "./convert.ts";

const row = z.extend(questionRow, {
  id: z.optional(z.union([z.string(), z.number()])),
  /** Other files use this name for values such as "English"; those are ignored. */
  language: z.catch(z.optional(languageTag), undefined),
  options: z.catch(z.optional(optionList), undefined),
  choices: z.catch(z.optional(optionList), undefined),
  is_impossible: z.optional(z.boolean()),
  answerable: z.optional(z.boolean()),
});

export const fromProject: Convert = converter(row, (value) => {
  const { id, is_impossible, answerable, language, choices, options = choices, ...rest } = value;
  if (is_impossible === true || answerable === false) return { kind: "unanswerable" };
  const groups = rest.dataset === "asqa" ? groupsOfReadings(rest) : null;
  return good({
    ...(groups === null ? {} : { answerGroups: groups }),
    ...rest,
    ...(language === undefined ? {} : { language }),
    ...(options === undefined ? {} : { options }),
    id: id === undefined ? null : String(id),
  });
});

/**
 * CDQA's released JSON, in Chinese: question and answer in one text, with corrections beside it.
 */
import * as z from "zod/mini";
import { bad, type Convert, converter, good } from "./convert.ts";

const row = z.object({
  /** "问题: …\n答案: …" */
  qa: z.string(),
  annotation: z.optional(
    z.object({
      "p-改写问题": z.optional(z.string()),
      "p-改写答案": z.optional(z.string()),
      /** How fast the answer changes. */
      知识动态性分类: z.optional(z.string()),
    }),
  ),
});

/** The paper uses FreshQA's words. */
const paces: ReadonlyMap<string, string> = new Map([
  ["快速变化", "fast-changing"],
  ["中速变化", "slow-changing"],
  ["静态知识", "never-changing"],
]);

export const fromCdqa: Convert = converter(row, ({ qa, annotation = {} }) => {
  const [before = "", said] = qa.trim().split("\n答案:");
  if (said === undefined) return bad("wrong-shape", { field: "qa" });
  const asked = before.replace(/^问题:/u, "");
  const pace = annotation["知识动态性分类"];
  return good({
    id: null,
    dataset: "cdqa",
    language: "zh",
    question: annotation["p-改写问题"] ?? asked,
    answers: [annotation["p-改写答案"] ?? said],
    ...(pace === undefined ? {} : { type: paces.get(pace) ?? pace }),
  });
});

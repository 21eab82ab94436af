/** The form of SKR's labelled questions, as `models/research/baselines/skr-knn/examples.ts` writes them. */
import * as z from "zod/mini";

export const labelledFile = z.object({
  /** The model that was asked. */
  model: z.string(),
  /** ISO date. */
  askedOn: z.string(),
  /** How many were asked; those that were never answered rightly are left out. */
  asked: z.int(),
  questions: z.array(
    z.object({
      question: z.string(),
      /** Right from memory; false: right from passages only. */
      known: z.boolean(),
    }),
  ),
});
export type LabelledFile = z.infer<typeof labelledFile>;

/** Written by `models/research/baselines/skr-knn/examples.ts`. */
import * as z from "zod/mini";

export const labelledFile = z.object({
  model: z.string(),
  /** ISO date. */
  askedOn: z.string(),
  /** Includes questions never answered correctly, which `questions` omits. */
  asked: z.int(),
  questions: z.array(
    z.object({
      question: z.string(),
      /** True: right from memory. False: right from passages only. */
      known: z.boolean(),
    }),
  ),
});
export type LabelledFile = z.infer<typeof labelledFile>;

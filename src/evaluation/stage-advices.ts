/**
 * Separate from `types.ts`: the first load needs this list without the lab's schemas. `large`,
 * `small`: shown to gain, to lose. `open`: neither. `few`: too few questions.
 */
export const stageAdvices = ["large", "small", "open", "few"] as const;
export type StageAdvice = (typeof stageAdvices)[number];

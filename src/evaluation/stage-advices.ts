/**
 * Apart from `types.ts`, because the first load needs this list and not the lab's schemas.
 * `large`, `small`: shown to gain, shown to lose. `open`: neither. `few`: too few questions for any verdict.
 */
export const stageAdvices = ["large", "small", "open", "few"] as const;
export type StageAdvice = (typeof stageAdvices)[number];

/**
 * Separate from `types.ts`, since the first load must not fetch the lab's schemas. `open`: no
 * difference shown. `few`: too few questions.
 */
export const stageAdvices = ["large", "small", "open", "few"] as const;
export type StageAdvice = (typeof stageAdvices)[number];

/** `hopwise/method`: what a method of one's own is made of; docs/methods.md explains it. */
export {
  answerWith,
  baselineParts,
  callBaseline,
  close,
  closeWithAnswer,
  isSolvedBy,
  lookUp,
  openNextStep,
  searchPrompts,
} from "../methods/baselines/baseline.ts";
export { baselinePresets, searchControls } from "../methods/baselines/presets.ts";
export { listPrompt } from "../methods/pipeline-prompts.ts";
export type { Context, Steps } from "../runtime/context.ts";
export { ownNumber } from "../runtime/controls.ts";
export { defineMethod, type MethodDefinition, type MethodInfo } from "../runtime/method.ts";
export { type PromptTemplate, promptFrom } from "../runtime/prompt-template.ts";
export { asks, reads, when } from "../runtime/uses.ts";
export type { Conclusion } from "../stages/answer-event.ts";

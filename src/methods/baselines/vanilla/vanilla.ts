/** Vanilla: M(q), from memory (SlimPLM §4.3, RA-ISF §4.4). */
import { answerByHeart } from "../../../stages/answer.ts";
import { askOf, close, rivalMethod } from "../baseline.ts";
import { vanillaInfo } from "./presets.ts";

export const vanilla = rivalMethod(vanillaInfo, async function* (context, root) {
  const given = yield* answerByHeart(context, askOf(context, root, context.question));
  yield close(context, root, "known", given);
  return { ...given, marks: [] };
});

/** Stage G. */
import { asks, reads, type StageInfo, says, when } from "../../runtime/uses.ts";

export const split: StageInfo = {
  id: "split",
  uses: ({ fallback, plan }) => {
    const chained = plan !== "off";
    return [
      when(
        "fallback.on",
        fallback.on,
        asks("fallback.by", "decompose"),
        asks("solve", "answerByHeart", "answerFrom", "combine"),
        when("plan", !chained, asks("summarise", "combine")),
        reads("fallback.maxDepth", "fallback.fillEarlier"),
        // A hop of a chain is at level 1.
        when(
          "fallback.maxDepth",
          fallback.maxDepth < (chained ? 2 : 1),
          says("fallback-without-levels", "fallback.maxDepth"),
        ),
      ),
    ];
  },
};

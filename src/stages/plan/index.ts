/** B. The question becomes a chain of queries. */
import type { StageInfo } from "../../runtime/stage.ts";
import { asks, reads, when } from "../../runtime/uses.ts";

export const plan: StageInfo = {
  id: "plan",
  uses: ({ plan: by, solve, summarise, historyTokens }) => {
    const chained = by !== "off";
    const mayPlan = by === solve || by === "decide";
    return [
      when(
        "plan",
        chained,
        asks("plan", "plan"),
        // The planner goes on with its own plan where it reads, too; else the small model asks otherwise.
        when("solve", mayPlan, asks(solve, "continueChain", "retry")),
        when("solve", solve === "small" || by !== "large", asks("small", "retry")),
        reads("maxRounds"),
        reads("switches.fillProcessedQueries", "switches.emptySpanGuard"),
        reads("switches.repeatStop", "switches.correctUnsolved"),
      ),
      when("plan", by === "decide", asks("small", "decide-plan")),
      when("plan", by === "decide" || summarise === "decide", reads("decisionThreshold")),
      when("plan", chained || historyTokens === 0, reads("historyTokens")),
    ];
  },
};

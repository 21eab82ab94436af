/** Stage B. */
import { asks, reads, type StageInfo, when } from "../../runtime/uses.ts";

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
        // A planner that also reads continues its own plan.
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

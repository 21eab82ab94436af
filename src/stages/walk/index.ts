/** Stage C. */
import { asks, encodes, reads, type StageInfo, when } from "../../runtime/uses.ts";

export const walk: StageInfo = {
  id: "walk",
  uses: ({ plan, solve, reader, answerForm, passOn, gate, fallback, source }) => {
    const chained = plan !== "off";
    const closedBook = source.choice !== "fixed" || source.tool === "none";
    // An answer from memory is checked even without a chain.
    const checksMemory = passOn?.answer === true && gate.kind === "judge";
    return [
      when(
        "plan",
        chained,
        when("reader", solve === "large" || reader !== "encoder", asks("solve", "read")),
        when("source.tool", closedBook, asks("solve", "answerByHeart")),
        reads("answerForm", "arithmetic"),
        when("answerForm", answerForm === "long", reads("rougeThreshold")),
      ),
      encodes("reader", reader !== "model"),
      when("reader", reader === "both", asks("small", "readAgain")),
      when("plan", chained || checksMemory, reads("confidenceThreshold")),
      when("plan", chained || fallback.on, reads("duplicateThreshold")),
    ];
  },
};

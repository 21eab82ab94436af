/** Caps the spending over all of a batch's questions, reloads and lost attempts included. */
import { AppError, toAppError } from "../../log/errors.ts";
import { nanoPerUsd } from "../../models/budget/nano-usd.ts";
import {
  type QuestionBudget,
  questionBudget,
  type SpendingLedger,
} from "../../models/budget/spending-cap.ts";

/** Without a budget, calls of unknown price are allowed. */
export function batchBudget(
  batch: string,
  capUsd: number | null,
  paid: SpendingLedger,
): QuestionBudget {
  const caps = { perQuestionUsd: null, perDayUsd: capUsd };
  return questionBudget(caps, namingTheBatch(paid), () => batch);
}

/** Makes the error name the batch's budget, not the daily cap. */
function namingTheBatch(paid: SpendingLedger): SpendingLedger {
  return {
    spentNanoUsd: (batch) => paid.spentNanoUsd(batch),
    update: (batch, change) =>
      paid.update(batch, (spent) => {
        try {
          return change(spent);
        } catch (thrown) {
          if (!(thrown instanceof AppError)) throw thrown;
          throw new AppError(thrown.code, { ...thrown.params, period: "batch" });
        }
      }),
  };
}

/** US dollars; what a lost attempt reserved counts as paid. */
export async function paidUsd(paid: SpendingLedger, batch: string): Promise<number | null> {
  try {
    return (await paid.spentNanoUsd(batch)) / nanoPerUsd;
  } catch (thrown) {
    if (toAppError(thrown).code === "spending-record-damaged") return null;
    throw thrown;
  }
}

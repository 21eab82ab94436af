/** A batch's hard budget: the spending cap over all its questions, reloads and lost attempts included. */
import { AppError, toAppError } from "../../log/errors.ts";
import { nanoPerUsd } from "../../models/budget/nano-usd.ts";
import {
  type QuestionBudget,
  questionBudget,
  type SpendingLedger,
} from "../../models/budget/spending-cap.ts";

/**
 * `paid` keeps what each batch has paid, under its id. Null is no budget: then what has a price
 * is counted, and what has none is let through.
 */
export function batchBudget(
  batch: string,
  capUsd: number | null,
  paid: SpendingLedger,
): QuestionBudget {
  const caps = { perQuestionUsd: null, perDayUsd: capUsd };
  return questionBudget(caps, namingTheBatch(paid), () => batch);
}

/** The error says that it was the batch's budget, not the day's cap. */
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

/** US dollars that a batch has paid; what a lost attempt had set aside counts as paid. Null is unknown. */
export async function paidUsd(paid: SpendingLedger, batch: string): Promise<number | null> {
  try {
    return (await paid.spentNanoUsd(batch)) / nanoPerUsd;
  } catch (thrown) {
    if (toAppError(thrown).code === "spending-record-damaged") return null;
    throw thrown;
  }
}

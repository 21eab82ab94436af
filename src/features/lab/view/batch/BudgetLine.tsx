/** The batch's budget: editable while nothing runs. */
import { useState } from "react";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { OptionalNumberField } from "../../../../ui-kit/Field.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { OpenBatch } from "../../state.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import { useLab } from "../lab-context.ts";
import { budgetRange } from "./draft.ts";
import sheet from "./Lab.module.css";
import runSheet from "./Run.module.css";

const css = classes({ ...sheet, ...runSheet });

export function BudgetLine({ open }: { open: OpenBatch }) {
  const lab = useLab();
  const { batch, progress } = open;
  const overBudget = progress.phase === "paused" && progress.reason === "budget";
  const [asked, setAsked] = useState(false);
  const still = progress.phase === "idle" || progress.phase === "paused";
  const { large, smallAt } = batch.models;
  if (!still || open.elsewhere || (large === null && smallAt === undefined)) return null;
  if (!asked && !overBudget) {
    return (
      <p>
        <TextButton onClick={() => setAsked(true)}>{words.changeBudget}</TextButton>
      </p>
    );
  }
  return (
    <div className={css("budget")}>
      <OptionalNumberField
        label={words.budgetField}
        help={words.budgetHelp}
        value={batch.budgetUsd}
        range={budgetRange}
        onChange={(usd) => void lab.setBudget(batch.id, usd)}
      />
    </div>
  );
}

/** What was learnt, for Ask to go by or as a file. */
import { useState } from "react";
import { navigate, paths } from "../../../../../app/runtime/routes.ts";
import { useApp } from "../../../../../app/runtime/runtime-context.ts";
import { isCombination } from "../../../../../evaluation/analysis/combination-ids.ts";
import type { ActionPolicy } from "../../../../../evaluation/policy/policy.ts";
import { type ErrorData, toAppError } from "../../../../../log/errors.ts";
import { Button } from "../../../../../ui-kit/Button.tsx";
import { saveFile } from "../../../../../ui-kit/save-file.ts";
import { labPolicyText as words } from "../../../text/lab-policy.ts";
import { ErrorLine } from "../../batch/Section.tsx";
import { css } from "../css.ts";

export function UsePolicy({ policy }: { policy: ActionPolicy }) {
  const { runtime, view } = useApp();
  const [used, setUsed] = useState<"no" | "yes" | ErrorData>("no");
  const problem = problemOf(policy);

  async function use(): Promise<void> {
    try {
      await runtime.worth.save(policy);
      setUsed("yes");
    } catch (thrown) {
      setUsed(toAppError(thrown).toData());
    }
  }
  async function save(): Promise<void> {
    const { writeActionPolicy } = await import("../../../../../evaluation/policy/policy.ts");
    saveFile("policy.json", writeActionPolicy(policy), "application/json");
  }
  function openMethod(): void {
    view.getState().waitForAsk(() => view.getState().openMethod(true));
    navigate(paths.ask);
  }

  return (
    <div className={css("usePolicy")}>
      <div className={css("policyTools")}>
        {problem === null ? (
          <Button main onClick={() => void use()}>
            {words.use}
          </Button>
        ) : null}
        <Button onClick={() => void save()}>{words.save}</Button>
        {used === "yes" ? <Button onClick={openMethod}>{words.openMethod}</Button> : null}
      </div>
      {problem === null ? null : <p className={css("soft")}>{problem}</p>}
      <p role="status">{used === "yes" ? words.used : ""}</p>
      {typeof used === "string" ? null : <ErrorLine error={used} />}
    </div>
  );
}

/** Why a run cannot go by it. */
function problemOf({ actions, cost }: ActionPolicy): string | null {
  if (!actions.every(({ id }) => isCombination(id))) return words.notStages;
  return cost === "usd" ? null : words.notUsd;
}

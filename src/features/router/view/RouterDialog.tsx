import { useEffect } from "react";
import { useRouter, useRuntime } from "../../../app/runtime/runtime-context.ts";
import { Dialog, useDialog } from "../../../ui-kit/Dialog.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { routerText as words } from "../text/router.ts";
import { routerWorkFor } from "../work.ts";
import { CurvePart } from "./CurvePart.tsx";
import { ErrorLine, Slices } from "./Pieces.tsx";
import { PolicyPart } from "./PolicyPart.tsx";
import sheet from "./Router.module.css";
import { ScoresPart } from "./ScoresPart.tsx";
import { ToolsTable } from "./ToolsTable.tsx";
import { TrainPart } from "./TrainPart.tsx";
import { useRouterTools } from "./use-router-tools.ts";

const css = classes(sheet);

export function RouterDialog() {
  const work = routerWorkFor(useRuntime().router);
  useEffect(() => void work.load(), [work]);
  return (
    <Dialog {...useDialog("router")} title={words.title}>
      <Parts />
    </Dialog>
  );
}

function Parts() {
  const status = useRouter((state) => state.status);
  const error = useRouter((state) => state.error);
  const tools = useRouterTools();
  return (
    <div className={css("parts")}>
      <div className={css("intro")}>
        <p>{words.intro}</p>
        {status === "failed" ? <p className={css("alarm")}>{words.failed}</p> : null}
        <ErrorLine error={error} />
      </div>
      <Slices>
        <PolicyPart name={tools.name} />
        <ScoresPart />
        <ToolsTable {...tools} />
        <TrainPart {...tools} />
        <CurvePart {...tools} />
      </Slices>
    </div>
  );
}

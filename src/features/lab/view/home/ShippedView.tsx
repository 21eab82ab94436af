/** A shipped report: its first screen at once, the rest when its file has loaded. */
import { useEffect, useState } from "react";
import { useAddress } from "../../../../app/runtime/routes.ts";
import type { ShippedReport } from "../../../../evaluation/shipped/shipped-report.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { createAnalysisClient } from "../../analysis-client.ts";
import { firstScreenText as words } from "../../text/first-screen.ts";
import { Analysed } from "../analysis/Analysed.tsx";
import { useCreatedAnalysis } from "../analysis/use-created-analysis.ts";
import { ErrorLine } from "../batch/Section.tsx";
import { cornerOf } from "../lab-route.ts";
import { pictureDrawn } from "./shipped-file.ts";
import { shippedLog, useShipped } from "./use-shipped.ts";

const noQuestions = new Map<string, never>();

export function ShippedView({ report }: { report: ShippedReport }) {
  const [client] = useState(createAnalysisClient);
  const [attempt, setAttempt] = useState(0);
  const opening = useShipped(report, client, attempt);
  const store = useCreatedAnalysis(() => client);
  const [log] = useState(() => shippedLog(report, client));
  const { verdicts } = report;
  const wanted = cornerOf(useAddress());
  useEffect(() => {
    if (verdicts !== null) store.preview(verdicts, wanted);
    requestAnimationFrame(pictureDrawn);
  }, [store, verdicts, wanted]);
  const opened = opening.status === "open" ? opening.opened : null;
  return (
    <>
      {opening.status === "failed" ? (
        <>
          <ErrorLine error={opening.error} />
          <p>
            <Button onClick={() => setAttempt(attempt + 1)}>{words.again}</Button>
          </p>
        </>
      ) : null}
      <Analysed
        store={store}
        batch={opened?.batch ?? null}
        recorded={opened?.results ?? null}
        questions={opened?.questions ?? noQuestions}
        log={log}
        logged={report.logged}
        first={verdicts}
        firstCeilings={report.ceilings}
        countedAs={report.countedAs.title}
      />
    </>
  );
}

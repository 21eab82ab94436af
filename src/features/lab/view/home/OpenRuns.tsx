/** Opens a report of the lab, or runs of any other agent. */
import { navigate, paths } from "../../../../app/runtime/routes.ts";
import { useRuntime } from "../../../../app/runtime/runtime-context.ts";
import { isReport } from "../../../../evaluation/batch/report-text.ts";
import { OpenFile } from "../../../../ui-kit/OpenFile.tsx";
import { firstScreenText as words } from "../../text/first-screen.ts";

const accept = ".json,.jsonl,.ndjson,.csv,.tsv,.txt,.parquet,.gz";

/** Works before the batches have loaded; the page reports a failure to load them. */
export function useOpenRuns(): (file: File) => Promise<void> {
  const runtime = useRuntime();
  return async (file) => {
    const lab = await runtime.lab().catch(() => null);
    if (lab === null) return;
    if (await isReport(file)) {
      const id = await lab.importReport(file);
      navigate(id === null ? paths.lab : paths.batch(id));
      return;
    }
    const reading = lab.pipeline.open(file);
    navigate(paths.pipeline);
    await reading;
  };
}

export function OpenRuns() {
  const open = useOpenRuns();
  return <OpenFile label={words.ownFile} accept={accept} onFile={(file) => void open(file)} />;
}

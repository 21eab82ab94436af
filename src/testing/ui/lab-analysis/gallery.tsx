/** FAKE results for `?n=` questions; only in development. */
import { createRoot } from "react-dom/client";
import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "@fontsource/ibm-plex-mono/400.css";
import "../../../ui-kit/styles/tokens.css";
import "../../../ui-kit/styles/base.css";
import { createRuntime } from "../../../app/runtime/runtime.ts";
import { AppContextHolder } from "../../../app/runtime/runtime-context.ts";
import { createViewStore } from "../../../app/runtime/view-store.ts";
import { AnalysisView } from "../../../features/lab/view/analysis/AnalysisView.tsx";
import { LabHolder } from "../../../features/lab/view/lab-context.ts";
import { fakeServices } from "../../fake-services.ts";
import { generatedLab } from "../../lab/generated-lab.ts";
import { analysedLab } from "./fake-lab.ts";

const asked = new URLSearchParams(location.search);
const { lab, batch } = analysedLab(generatedLab(Number(asked.get("n") ?? 150)));
const root = document.getElementById("root");
performance.mark("lab-begins");
if (root !== null) {
  createRoot(root).render(
    <AppContextHolder value={{ runtime: createRuntime(fakeServices()), view: createViewStore() }}>
      <LabHolder value={lab}>
        <AnalysisView batchId={batch.id} />
      </LabHolder>
    </AppContextHolder>,
  );
}

/** FAKE. The analysis over generated results (`?n=` questions); served by the development server only. */
import { createRoot } from "react-dom/client";
import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "@fontsource/ibm-plex-mono/400.css";
import "../../../ui/styles/tokens.css";
import "../../../ui/styles/base.css";
import { createRuntime } from "../../../state/runtime.ts";
import { AnalysisView } from "../../../ui/lab/analysis/AnalysisView.tsx";
import { LabHolder } from "../../../ui/lab/lab-context.ts";
import { AppContextHolder } from "../../../ui/shared/runtime-context.ts";
import { createViewStore } from "../../../ui/shared/view-store.ts";
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

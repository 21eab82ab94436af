/** FAKE. The analysis over generated results (`?n=` questions); served by the development server only. */
import { createRoot } from "react-dom/client";
import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "@fontsource/ibm-plex-mono/400.css";
import "../../../styles/tokens.css";
import "../../../styles/base.css";
import { fakeServices } from "../../../../__fixtures__/fake-services.ts";
import { generatedLab } from "../../../../lab/__fixtures__/generated-lab.ts";
import { createRuntime } from "../../../../state/runtime.ts";
import { AppContextHolder } from "../../../shared/runtime-context.ts";
import { createViewStore } from "../../../shared/view-store.ts";
import { LabHolder } from "../../lab-context.ts";
import { AnalysisView } from "../AnalysisView.tsx";
import { analysedLab } from "./fake-lab.ts";

const asked = new URLSearchParams(location.search);
const { lab, batch } = analysedLab(generatedLab(Number(asked.get("n") ?? 150)));
const root = document.getElementById("root");
performance.mark("lab-begins");
if (root !== null) {
  createRoot(root).render(
    <AppContextHolder
      value={{ runtime: createRuntime(fakeServices()), view: createViewStore() }}
    >
      <LabHolder value={lab}>
        <AnalysisView batchId={batch.id} />
      </LabHolder>
    </AppContextHolder>,
  );
}

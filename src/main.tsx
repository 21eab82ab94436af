/** Boot: real services → runtime → page. */
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { nextTask } from "./next-task.ts";
import { browserServices } from "./state/browser-services.ts";
import { createRuntime } from "./state/runtime.ts";
import { App } from "./ui/App.tsx";
import { fetchArrival } from "./ui/player/arrival.ts";
import { dropFailedStyles } from "./ui/shared/later.tsx";
import { AppContextHolder } from "./ui/shared/runtime-context.ts";
import { createViewStore } from "./ui/shared/view-store.ts";
import { idleAfter } from "./ui/shared/when-idle.ts";
import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "@fontsource/ibm-plex-mono/400.css";
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";

/** One step a task, so that the page's thread is never held up for long. */
async function start(root: HTMLElement): Promise<void> {
  dropFailedStyles();
  await nextTask();
  idleAfter(fetchArrival());
  await nextTask();
  const runtime = createRuntime(browserServices());
  await nextTask();
  // As a transition it is rendered in slices.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <AppContextHolder value={{ runtime, view: createViewStore() }}>
          <App />
        </AppContextHolder>
      </StrictMode>,
    );
  });
  await nextTask();
  void runtime.start();
}

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
void start(root);

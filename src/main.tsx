/** Boot: real services → runtime → page. */
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { fetchAddressed } from "./app/addressed.ts";
import { browserServices } from "./app/browser-services.ts";
import { createRuntime } from "./app/runtime/runtime.ts";
import { AppContextHolder } from "./app/runtime/runtime-context.ts";
import { createViewStore } from "./app/runtime/view-store.ts";
import { noticeTouches } from "./session/threads.ts";
import { yieldToMain } from "./shared/yield-to-main.ts";
import { dropFailedStyles } from "./ui-kit/lazy-part.tsx";
import { idleAfter } from "./ui-kit/when-idle.ts";
import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "@fontsource/ibm-plex-mono/400.css";
import "./ui-kit/styles/tokens.css";
import "./ui-kit/styles/base.css";

/** One step per task, to keep the main thread responsive. */
async function start(root: HTMLElement): Promise<void> {
  dropFailedStyles();
  noticeTouches(window);
  await yieldToMain();
  idleAfter(fetchAddressed());
  await yieldToMain();
  const runtime = createRuntime(browserServices());
  await yieldToMain();
  // A transition renders in slices.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <AppContextHolder value={{ runtime, view: createViewStore() }}>
          <App />
        </AppContextHolder>
      </StrictMode>,
    );
  });
  await yieldToMain();
  void runtime.start();
}

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
void start(root);

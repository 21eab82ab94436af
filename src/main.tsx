/** Boot: real services → runtime → page. */
import { StrictMode, startTransition, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { fetchAddressed } from "./app/addressed.ts";
import { browserServices } from "./app/browser-services.ts";
import { pageAt } from "./app/runtime/features.ts";
import { createRuntime } from "./app/runtime/runtime.ts";
import { AppContextHolder } from "./app/runtime/runtime-context.ts";
import { createViewStore } from "./app/runtime/view-store.ts";
import { isRecordingWanted } from "./features/ask/view/player/arrival.ts";
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
  const runtime = createRuntime(browserServices());
  await yieldToMain();
  const drawn = Promise.withResolvers<void>();
  // Requests the lists first: they are small, and the first screen shows them.
  void runtime.start(drawn.promise);
  await yieldToMain();
  idleAfter(fetchAddressed());
  await yieldToMain();
  const view = createViewStore(questionInShell(root));
  // A transition renders in slices.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <AppContextHolder value={{ runtime, view }}>
          <App />
          <AfterRender act={drawn.resolve} />
        </AppContextHolder>
      </StrictMode>,
    );
  });
}

function AfterRender({ act }: { act: () => void }) {
  useEffect(act, [act]);
  return null;
}

/** The question that index.html already shows where the box will be. */
function questionInShell(root: HTMLElement): string {
  if (!isRecordingWanted() || pageAt(location.hash) !== null) return "";
  return root.querySelector(".shell-question")?.textContent ?? "";
}

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
void start(root);

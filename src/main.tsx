/** Boot: real services → runtime → page. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { browserServices } from "./state/browser-services.ts";
import { createRuntime } from "./state/runtime.ts";
import { App } from "./ui/App.tsx";
import { AppContextHolder } from "./ui/shared/runtime-context.ts";
import { createViewStore } from "./ui/shared/view-store.ts";
import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "@fontsource/ibm-plex-mono/400.css";
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

const runtime = createRuntime(browserServices());
void runtime.start();

createRoot(root).render(
  <StrictMode>
    <AppContextHolder value={{ runtime, view: createViewStore() }}>
      <App />
    </AppContextHolder>
  </StrictMode>,
);

/** The page: question, switches, tree and answer in one column; the meter beside them. */
import { lazy, Suspense, useEffect } from "react";
import { isRunning } from "../state/run-store.ts";
import sheet from "./App.module.css";
import { AnswerPanel } from "./answer/AnswerPanel.tsx";
import { AskForm } from "./ask/AskForm.tsx";
import { Header } from "./header/Header.tsx";
import { fetchLaterParts, laterParts } from "./later-parts.ts";
import { Meter } from "./meter/Meter.tsx";
import { Announcer } from "./shared/Announcer.tsx";
import { questionFieldId } from "./shared/ErrorNotice.tsx";
import { PanelBoundary } from "./shared/PanelBoundary.tsx";
import { useRuntime, useSettings, useView } from "./shared/runtime-context.ts";
import { isDialogOpen } from "./shared/view-store.ts";
import { SignalPath } from "./stages/SignalPath.tsx";
import { classes } from "./styles/classes.ts";
import { text } from "./text/en.ts";
import { TreePanel } from "./tree/TreePanel.tsx";

const css = classes(sheet);

const HelpDialog = lazy(async () => ({
  default: (await laterParts.help()).HelpDialog,
}));
const ErrorBookDialog = lazy(async () => ({
  default: (await laterParts.errorBook()).ErrorBookDialog,
}));
const RouterDialog = lazy(async () => ({
  default: (await laterParts.router()).RouterDialog,
}));
const SettingsDialog = lazy(async () => ({
  default: (await laterParts.settings()).SettingsDialog,
}));

export function App() {
  useTheme();
  useEscapeToStop();
  useEffect(() => whenIdle(() => void fetchLaterParts()), []);
  return (
    <div className={css("page")}>
      <a className={css("skip")} href={`#${questionFieldId}`}>
        {text.page.skip}
      </a>
      <Header />
      <div className={css("columns")}>
        <main className={css("main")}>
          <AskForm />
          <PanelBoundary>
            <SignalPath />
          </PanelBoundary>
          <PanelBoundary>
            <TreePanel />
          </PanelBoundary>
          <PanelBoundary>
            <AnswerPanel />
          </PanelBoundary>
        </main>
        <PanelBoundary>
          <Meter />
        </PanelBoundary>
      </div>
      <Announcer />
      <Dialogs />
    </div>
  );
}

/** Their code is fetched when first opened. */
function Dialogs() {
  const help = useView((state) => state.help);
  const settings = useView((state) => state.settings);
  const errorBook = useView((state) => state.errorBook);
  const router = useView((state) => state.router);
  return (
    <Suspense fallback={null}>
      {help ? <HelpDialog /> : null}
      {settings === null ? null : <SettingsDialog />}
      {errorBook === null ? null : <ErrorBookDialog />}
      {router ? <RouterDialog /> : null}
    </Suspense>
  );
}

/** Returns what calls it off. Safari knows no idle time. */
function whenIdle(work: () => void): () => void {
  if ("requestIdleCallback" in globalThis) {
    const handle = requestIdleCallback(work, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(work, 2000);
  return () => clearTimeout(handle);
}

function useTheme(): void {
  const theme = useSettings((state) => state.theme);
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [theme]);
}

/** Esc stops the run, unless it is meant for an open dialog. */
function useEscapeToStop(): void {
  const runtime = useRuntime();
  const dialogOpen = useView(isDialogOpen);
  useEffect(() => {
    function stop(event: KeyboardEvent): void {
      if (event.key === "Escape" && !dialogOpen && isRunning(runtime.run.getState()))
        runtime.stop();
    }
    addEventListener("keydown", stop);
    return () => removeEventListener("keydown", stop);
  }, [runtime, dialogOpen]);
}

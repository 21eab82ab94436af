/** The page: Ask (question, switches, tree, meter, answer), the lab, the runs, or the library. */
import {
  Activity,
  type MouseEvent,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useRef,
  useState,
} from "react";
import { AskForm, BeforeAsking } from "../features/ask/view/AskForm.tsx";
import { Arrival } from "../features/ask/view/player/Arrival.tsx";
import { isRecordingWanted } from "../features/ask/view/player/arrival.ts";
import { Switchboard } from "../features/ask/view/stages/Switchboard.tsx";
import { Meter } from "../features/meter/view/Meter.tsx";
import { TreePanel } from "../features/tree/view/TreePanel.tsx";
import { isRunning, type RunStore } from "../session/run-store.ts";
import { Announcer } from "../ui-kit/Announcer.tsx";
import { lazyPart } from "../ui-kit/lazy-part.tsx";
import { PanelBoundary } from "../ui-kit/PanelBoundary.tsx";
import { classes } from "../ui-kit/styles/classes.ts";
import { text } from "../ui-kit/text/page.ts";
import { useIdle, whenIdle } from "../ui-kit/when-idle.ts";
import sheet from "./App.module.css";
import { isPaletteKey } from "./actions/keys.ts";
import { Header, HeaderTools } from "./header/Header.tsx";
import { AnswerPanel } from "./lazy/arrival-parts.ts";
import { pageOf } from "./lazy/feature-parts.ts";
import { type PagedFeature, pageAt } from "./runtime/features.ts";
import "./features.ts";
import { fetchLazyChunks } from "./lazy/lazy-loading.ts";
import { lazyView } from "./lazy/lazy-view.ts";
import { useAddress } from "./runtime/routes.ts";
import {
  questionFieldId,
  stepRoomId,
  useApp,
  useRun,
  useRuntime,
  useSettings,
  useView,
} from "./runtime/runtime-context.ts";
import { isAnyDialogOpen, isDialogOpen, isOpen } from "./runtime/view-store.ts";
import { useRunLink } from "./use-run-link.ts";

const css = classes(sheet);

const Dialogs = lazyPart(async () => (await import("./Dialogs.tsx")).Dialogs);
const OfflinePart = lazyView(async (parts) => (await parts.offline()).OfflinePart);

const RunInBrief = lazyView(async (parts) => (await parts.runInBrief()).RunInBrief);
const Commands = lazyView(async (parts) => (await parts.commands()).Commands);

/**
 * Preloads pages, dialogs and the answer so that they open without a loading state.
 * Excludes what a run starts with: drawn in one task with the rest, it would block the page.
 */
async function havePartsAhead(run: RunStore): Promise<void> {
  await fetchLazyChunks(run);
  await Promise.all([Dialogs, AnswerPanel].map((part) => part.ahead()));
}

const askViewId = "ask-view";
/** Exists before the view's heading does, and even if the view fails to load. */
const viewId = "view";

export function App() {
  useTheme();
  const { run } = useRuntime();
  useEffect(() => whenIdle(() => void havePartsAhead(run)), [run]);
  const address = useAddress();
  const page = pageAt(address);
  useFocusOfAsk(page === null);
  useRunLink();
  return (
    <div className={css("page")}>
      <Skip page={page} />
      <Header page={page?.id ?? null} />
      <Activity mode={page === null ? "visible" : "hidden"}>
        <AskPage />
      </Activity>
      {page === null ? null : <OtherView key={page.id} feature={page} at={address} />}
      <HeaderTools />
      <Announcer />
      <PanelBoundary>
        <OpenDialogs />
      </PanelBoundary>
      <PanelBoundary quiet>
        <AfterFirstPaint />
      </PanelBoundary>
    </div>
  );
}

/** Stays mounted while another view is shown, to keep the draft and the run. */
function AskPage() {
  useEscapeToStop();
  const rest = useAfterFirstLook();
  return (
    <main id={askViewId} className={css("main")} tabIndex={-1} aria-label={text.page.ask}>
      <AskForm />
      <div className={css("switches")}>
        <PanelBoundary>
          <Switchboard />
        </PanelBoundary>
      </div>
      <BeforeAsking />
      <div className={css("columns")}>
        <Outcome>
          <div className={css("frame")}>{rest ? <Picture /> : null}</div>
          <div className={css("answerRoom")}>{rest ? <Answer /> : null}</div>
        </Outcome>
        <div>
          <div className={css("docked")}>
            {rest ? (
              <PanelBoundary>
                <Meter>
                  <div className={css("brief", isRecordingWanted() && "isAwaited")}>
                    <PanelBoundary quiet>
                      <Suspense fallback={null}>
                        <RunInBrief />
                      </Suspense>
                    </PanelBoundary>
                  </div>
                </Meter>
              </PanelBoundary>
            ) : null}
            <div id={stepRoomId} className={css("stepRoom")} />
          </div>
        </div>
      </div>
    </main>
  );
}

/** The current run's result; faded while the box holds another question. */
function Outcome({ children }: { children: ReactNode }) {
  const asked = useRun(({ trace, phase }) => (phase === "ended" ? trace.start?.question : null));
  const isOld = useView(
    ({ draft }) => asked != null && draft.trim() !== "" && draft.trim() !== asked.trim(),
  );
  return <div className={css("outcome", isOld && "isOld")}>{children}</div>;
}

/** True once the question has painted. Rendering everything at once would delay that paint. */
function useAfterFirstLook(): boolean {
  const [after, setAfter] = useState(false);
  useEffect(() => startTransition(() => setAfter(true)), []);
  return after;
}

function Picture() {
  return (
    <>
      <PanelBoundary quiet>
        <Arrival />
      </PanelBoundary>
      <PanelBoundary>
        <TreePanel isRunAwaited={isRecordingWanted} />
      </PanelBoundary>
    </>
  );
}

function Answer() {
  return (
    <PanelBoundary>
      <Suspense fallback={null}>
        <AnswerPanel />
      </Suspense>
    </PanelBoundary>
  );
}

function OtherView({ feature, at }: { feature: PagedFeature; at: string }) {
  const Page = pageOf(feature);
  return (
    <main id={viewId} className={css("lab")} tabIndex={-1}>
      <PanelBoundary>
        <Suspense fallback={<p role="status">{feature.page.opening}</p>}>
          <Page at={at} />
        </Suspense>
      </PanelBoundary>
    </main>
  );
}

function Skip({ page }: { page: PagedFeature | null }) {
  if (page === null) {
    return (
      <a className={css("skip")} href={`#${questionFieldId}`}>
        {text.page.skip}
      </a>
    );
  }
  const { id, page: words } = page;
  function focus(event: MouseEvent): void {
    event.preventDefault();
    const target = document.getElementById(`${id}-heading`) ?? document.getElementById(viewId);
    target?.focus();
  }
  return (
    <a className={css("skip")} href={`#${viewId}`} onClick={focus}>
      {words.skip}
    </a>
  );
}

/**
 * Moves the focus to the Ask view on return from another view, but not on the first visit. An
 * action that led here sets the focus itself.
 */
function useFocusOfAsk(isShown: boolean): void {
  const before = useRef(isShown);
  const askIsShown = useView((state) => state.askIsShown);
  useEffect(() => {
    if (isShown && !before.current) {
      document.getElementById(askViewId)?.focus();
      askIsShown();
    }
    before.current = isShown;
  }, [isShown, askIsShown]);
}

function OpenDialogs() {
  const open = useView(isDialogOpen);
  return <Suspense fallback={null}>{open ? <Dialogs /> : null}</Suspense>;
}

/**
 * Work not needed for the first paint. There is no service worker in development or on insecure
 * pages.
 */
function AfterFirstPaint() {
  const idle = useIdle();
  const palette = usePaletteKey();
  // Stays mounted once loaded, even with the palette closed: it handles the action keys.
  const [wanted, setWanted] = useState(false);
  if (!wanted && (idle || palette)) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Commands />
      {idle && import.meta.env.PROD && "serviceWorker" in navigator ? <OfflinePart /> : null}
    </Suspense>
  );
}

function usePaletteKey(): boolean {
  const { view } = useApp();
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const state = view.getState();
      const isShown = isOpen(state, "palette");
      if (!isPaletteKey(event) || (!isShown && isAnyDialogOpen(state))) return;
      event.preventDefault();
      if (isShown) state.close("palette");
      else state.open("palette");
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [view]);
  return useView((state) => isOpen(state, "palette"));
}

function useTheme(): void {
  const theme = useSettings((state) => state.theme);
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [theme]);
}

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

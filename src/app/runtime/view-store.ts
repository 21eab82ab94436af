/** What is pointed at, open and selected on the page; shared by tree, meter and answer. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PlanChoice, Stage } from "../../log/types.ts";

/** The parts of the settings, as they stand one below the other. */
export const settingsParts = [
  "small",
  "models",
  "large",
  "privacy",
  "caps",
  "library",
  "tools",
  "file",
] as const;

export type SettingsPart = (typeof settingsParts)[number];

/** An option of a stage's switch. */
export interface SwitchOption {
  stage: Stage;
  choice: PlanChoice;
}

export interface ViewState {
  /** The open step. */
  selected: string | null;
  /** Pointed at or focused, wherever. */
  active: string | null;
  stage: Stage | null;
  /** Pointed at or focused: what it would change is shown beside what is. */
  option: SwitchOption | null;
  /** The settings dialog, at one of its parts. */
  settings: SettingsPart | null;
  help: boolean;
  /** The search router. */
  router: boolean;
  /** What can be taken away of the run on the screen. */
  share: boolean;
  /** What each stage asks, to be read and changed. */
  prompts: boolean;
  /** Which method answers, and by which settings. */
  method: boolean;
  /** What stands in the question's box. */
  draft: string;
  /** The page wrote it, to say what is on show: what a person types takes its place. */
  isDraftOurs: boolean;
  /** Everything that can be done, to be found by typing. */
  palette: boolean;
  /** What waits for the Ask view to be on the screen. */
  onceOnAsk: (() => void) | null;
  select(id: string | null): void;
  point(id: string | null): void;
  pointStage(stage: Stage | null): void;
  pointOption(option: SwitchOption | null): void;
  openSettings(part: SettingsPart | null): void;
  openHelp(open: boolean): void;
  openRouter(open: boolean): void;
  openShare(open: boolean): void;
  openPrompts(open: boolean): void;
  openMethod(open: boolean): void;
  /** `isOurs`: the page wrote it unasked; absent: the person did, or chose it. */
  write(draft: string, isOurs?: boolean): void;
  openPalette(open: boolean): void;
  waitForAsk(act: () => void): void;
  /** The Ask view is on the screen: what waited for it is done, once. */
  askIsShown(): void;
}

export function isDialogOpen(state: ViewState): boolean {
  const { help, settings, router, share, prompts, method, palette } = state;
  if (help || router || share || prompts || method || palette) return true;
  return settings !== null;
}

/** Some parts of the page open dialogs of their own. */
export function isAnyDialogOpen(state: ViewState): boolean {
  return isDialogOpen(state) || document.querySelector("dialog[open]") !== null;
}

export type ViewStore = StoreApi<ViewState>;

export function createViewStore(): ViewStore {
  return createStore<ViewState>()((set, get) => ({
    selected: null,
    active: null,
    stage: null,
    option: null,
    settings: null,
    help: false,
    router: false,
    share: false,
    prompts: false,
    method: false,
    draft: "",
    isDraftOurs: false,
    palette: false,
    onceOnAsk: null,
    select: (selected) => set({ selected }),
    point: (active) => set({ active }),
    pointStage: (stage) => set({ stage }),
    pointOption: (option) => set({ option }),
    openSettings: (settings) => set({ settings }),
    openHelp: (help) => set({ help }),
    openRouter: (router) => set({ router }),
    openShare: (share) => set({ share }),
    openPrompts: (prompts) => set({ prompts }),
    openMethod: (method) => set({ method }),
    write: (draft, isOurs = false) => set({ draft, isDraftOurs: isOurs }),
    openPalette: (palette) => set({ palette }),
    waitForAsk: (onceOnAsk) => set({ onceOnAsk }),
    askIsShown() {
      const { onceOnAsk } = get();
      set({ onceOnAsk: null });
      onceOnAsk?.();
    },
  }));
}

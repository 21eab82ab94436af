/** Hover, selection and open dialogs of the page; shared by tree, meter and answer. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PlanChoice, Stage } from "../../log/types.ts";

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

export interface SwitchOption {
  stage: Stage;
  choice: PlanChoice;
}

export interface ViewState {
  selected: string | null;
  /** The step that is hovered or focused anywhere on the page. */
  active: string | null;
  stage: Stage | null;
  /**
   * The switch option that is hovered or focused; its effect is previewed beside the current value.
   */
  option: SwitchOption | null;
  settings: SettingsPart | null;
  help: boolean;
  router: boolean;
  share: boolean;
  prompts: boolean;
  method: boolean;
  draft: string;
  /** True if the page wrote the draft to name the shown run; typing replaces it. */
  isDraftOurs: boolean;
  palette: boolean;
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
  /** `isOurs`: the page wrote it unasked; absent: the user wrote or chose it. */
  write(draft: string, isOurs?: boolean): void;
  openPalette(open: boolean): void;
  waitForAsk(act: () => void): void;
  /** Runs the action that waits for the Ask view, once. */
  askIsShown(): void;
}

export function isDialogOpen(state: ViewState): boolean {
  const { help, settings, router, share, prompts, method, palette } = state;
  if (help || router || share || prompts || method || palette) return true;
  return settings !== null;
}

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

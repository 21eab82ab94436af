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

export interface OpenDialog {
  /** Its key among the dialogs of its feature. */
  kind: string;
  /** The part to show first; "" is the start. */
  part: string;
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
  /** From the first that was opened to the one on top. */
  dialogs: readonly OpenDialog[];
  draft: string;
  /** True if the page wrote the draft to name the shown run; typing replaces it. */
  isDraftOurs: boolean;
  onceOnAsk: (() => void) | null;
  select(id: string | null): void;
  point(id: string | null): void;
  pointStage(stage: Stage | null): void;
  pointOption(option: SwitchOption | null): void;
  /** Opens a dialog on top; of one that is open, only the part changes. */
  open(kind: string, part?: string): void;
  close(kind: string): void;
  openSettings(part: SettingsPart): void;
  /** `isOurs`: the page wrote it unasked; absent: the user wrote or chose it. */
  write(draft: string, isOurs?: boolean): void;
  waitForAsk(act: () => void): void;
  /** Runs the action that waits for the Ask view, once. */
  askIsShown(): void;
}

export function isOpen({ dialogs }: ViewState, kind: string): boolean {
  return dialogs.some((dialog) => dialog.kind === kind);
}

export function isDialogOpen({ dialogs }: ViewState): boolean {
  return dialogs.length > 0;
}

/** The part on show; null while the settings are closed. */
export function settingsPart({ dialogs }: ViewState): SettingsPart | null {
  const shown = dialogs.find(({ kind }) => kind === "settings");
  return settingsParts.find((part) => part === shown?.part) ?? null;
}

export function isAnyDialogOpen(state: ViewState): boolean {
  return isDialogOpen(state) || document.querySelector("dialog[open]") !== null;
}

export type ViewStore = StoreApi<ViewState>;

/** `draft`: the question that the page opens with. */
export function createViewStore(draft = ""): ViewStore {
  return createStore<ViewState>()((set, get) => ({
    selected: null,
    active: null,
    stage: null,
    option: null,
    dialogs: [],
    draft,
    isDraftOurs: draft !== "",
    onceOnAsk: null,
    select: (selected) => set({ selected }),
    point: (active) => set({ active }),
    pointStage: (stage) => set({ stage }),
    pointOption: (option) => set({ option }),
    open(kind, part = "") {
      const { dialogs } = get();
      const dialog = { kind, part };
      set({
        dialogs: isOpen(get(), kind)
          ? dialogs.map((one) => (one.kind === kind ? dialog : one))
          : [...dialogs, dialog],
      });
    },
    close: (kind) => set({ dialogs: get().dialogs.filter((dialog) => dialog.kind !== kind) }),
    openSettings: (part) => get().open("settings", part),
    write: (draft, isOurs = false) => set({ draft, isDraftOurs: isOurs }),
    waitForAsk: (onceOnAsk) => set({ onceOnAsk }),
    askIsShown() {
      const { onceOnAsk } = get();
      set({ onceOnAsk: null });
      onceOnAsk?.();
    },
  }));
}

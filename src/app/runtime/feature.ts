/**
 * A feature of the page is one object and one line in `app/features.ts`. The object is part of
 * the first load, so it is light: everything heavier comes with `load`.
 */
import type { ComponentType } from "react";
import type { RunEvent } from "../../log/events.ts";
import type { Services } from "../../session/services.ts";
import type { Action } from "./action.ts";

/** A component whose code is fetched when it is first shown. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Preloads it; a failure is ignored here and reported when the part is shown. */
  ahead(): Promise<void>;
};

export interface Feature {
  id: string;
  /** Its page, at the address `#ID` and everything below it. */
  page?: PageWords;
  /** Resolves when a visit that begins at the page has its first picture. */
  arrive?(pageFetched: Promise<void>): Promise<void>;
  /** The buttons that open one of its dialogs, by place. */
  buttons?: DialogButtons;
  /** True for an address that carries a run, which Ask then shows. */
  isRunLink?(fragment: string): boolean;
  load(): Promise<FeatureParts>;
}

export interface PageWords {
  /** In the header; null for a page that only other views link to. */
  name: string | null;
  skip: string;
  opening: string;
}

/** The page's menu, the menu of the run on show, or the Lab's first screen. */
export type ButtonPlace = "menu" | "run" | "lab";

export interface DialogButtons {
  kind: string;
  part?: string;
  labels: Readonly<Partial<Record<ButtonPlace, string>>>;
}

export interface FeatureParts {
  /** `at`: the whole fragment. */
  page?(): Promise<ComponentType<{ at: string }>>;
  dialogs?: Readonly<Record<string, () => Promise<ComponentType>>>;
  actions?: readonly Action[];
  /** Throws AppError if the link is damaged. */
  openRunLink?(fragment: string, reading: Services["reading"]): Promise<readonly RunEvent[]>;
  /** Shown above the list of runs; `onNote` announces a result there. */
  RunsTools?: ComponentType<{ onNote: (note: string) => void }>;
}

import type * as z from "zod/mini";
import type { Searcher } from "./searcher.ts";
import type { CommonSettings } from "./settings.ts";

/** A field of one service, validated by its schema. */
export interface ServiceField {
  label: string;
  help?: string;
  isRequired?: boolean;
  /** Replaces free text; the first choice is the default. */
  choices?: readonly { value: string; label: string }[];
  /**
   * Names where `{key}` is sent, such as "the header's value"; a value without `{key}` is not
   * stored.
   */
  keyPlace?: string;
}

export interface SearchService {
  /** Its `kind` in settings. */
  id: string;
  title: string;
  /** Its name in the list of kinds; the title by default. */
  choice?: string;
  /** "" if the person enters it. */
  address: string;
  /** The address is a template with {query}, stored in `url`. */
  isTemplate?: boolean;
  /** Published in November 2026; null if unknown. */
  usdPerThousand: number | null;
  key: "none" | "optional" | "required";
  fields?: Readonly<Record<string, ServiceField>>;
  /** Code that the first load leaves out. */
  load(): Promise<{ parts: ServiceParts }>;
}

/** Only the service reads its own fields. */
export interface ToolSettings extends CommonSettings {
  kind: string;
}

/** The literal `kind` tells the schemas apart. */
export type SettingsSchema<Settings extends ToolSettings> = z.ZodMiniType<Settings> &
  z.core.$ZodTypeDiscriminable;

export interface OpenService {
  settings: SettingsSchema<ToolSettings>;
  /** Throws ZodError. */
  searcher(settings: unknown): Searcher;
}

export interface ServiceParts {
  /** Advice before choosing it, one or two sentences. */
  about: string;
  open(service: SearchService): OpenService;
}

export function defineSearchService(service: SearchService): SearchService {
  return service;
}

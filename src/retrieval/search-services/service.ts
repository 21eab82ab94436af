/** Its description, form fields and how to load its code. */
import type * as z from "zod/mini";
import type { Searcher } from "./searcher.ts";
import type { CommonSettings } from "./settings.ts";

/** Only this service has it; its schema validates it. */
export interface ServiceField {
  label: string;
  help?: string;
  isRequired?: boolean;
  /** The first is the default. */
  choices?: readonly { value: string; label: string }[];
  /** Such as "the header's value"; a value without `{key}` is not stored. */
  keyPlace?: string;
}

export interface SearchService {
  /** Its `kind` in settings. */
  id: string;
  title: string;
  /** In the list of kinds; default: the title. */
  choice?: string;
  /** "" if the person enters it. */
  address: string;
  /** A template with {query}, in `url` instead of `baseUrl`. */
  isTemplate?: boolean;
  /** As published in November 2026; null is unknown. */
  usdPerThousand: number | null;
  key: "none" | "optional" | "required";
  fields?: Readonly<Record<string, ServiceField>>;
  /** Not part of the first load. */
  load(): Promise<{ parts: ServiceParts }>;
}

/** Only the service reads its own fields. */
export interface ToolSettings extends CommonSettings {
  kind: string;
}

/** A literal `kind` distinguishes the schemas. */
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

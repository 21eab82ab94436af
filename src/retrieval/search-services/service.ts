/**
 * A search service as one object: its description, the fields a person fills in, and how to load
 * its code.
 */
import type * as z from "zod/mini";
import type { Searcher } from "./searcher.ts";
import type { CommonSettings } from "./settings.ts";

/** A text or a choice that only this service has; its settings schema validates it. */
export interface ServiceField {
  label: string;
  help?: string;
  isRequired?: boolean;
  /** A choice instead of a text; the first is the default. */
  choices?: readonly { value: string; label: string }[];
  /**
   * The place where the key is sent as `{key}`: "the header's value". A value without `{key}` is
   * not stored.
   */
  keyPlace?: string;
}

export interface SearchService {
  /** Its `kind` in settings and files. */
  id: string;
  title: string;
  /** Its name in the list of kinds; default: the title. */
  choice?: string;
  /** Its address; "" if the person enters it. */
  address: string;
  /** Its address is a template with {query}, stored in `url` instead of `baseUrl`. */
  isTemplate?: boolean;
  /** US dollars per 1,000 requests, as published in November 2026; null is unknown. */
  usdPerThousand: number | null;
  key: "none" | "optional" | "required";
  fields?: Readonly<Record<string, ServiceField>>;
  /** Its description, settings and code; not part of the page's first load. */
  load(): Promise<{ parts: ServiceParts }>;
}

/** Validated settings of any service; only the service itself reads its own fields. */
export interface ToolSettings extends CommonSettings {
  kind: string;
}

/** An object with a literal `kind`, which distinguishes the schemas of all services. */
export type SettingsSchema<Settings extends ToolSettings> = z.ZodMiniType<Settings> &
  z.core.$ZodTypeDiscriminable;

/** A loaded service. */
export interface OpenService {
  settings: SettingsSchema<ToolSettings>;
  /** Throws ZodError for invalid settings. */
  searcher(settings: unknown): Searcher;
}

export interface ServiceParts {
  /** One or two sentences of advice before choosing it. */
  about: string;
  open(service: SearchService): OpenService;
}

/** A search service is one of these, plus its line in `index.ts`. */
export function defineSearchService(service: SearchService): SearchService {
  return service;
}

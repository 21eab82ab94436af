/** A search service as one object: what a person sees of it and enters for it, and where its reader is. */
import type * as z from "zod/mini";
import type { Searcher } from "./searcher.ts";
import type { CommonSettings } from "./settings.ts";

/** One line of text, or a choice, that a person enters for this service alone; its settings say what it may be. */
export interface ServiceField {
  label: string;
  help?: string;
  isRequired?: boolean;
  /** One of these instead of a text; the first is meant where nothing else is said. */
  choices?: readonly { value: string; label: string }[];
  /** Where it is sent with the key, as `{key}`: "the header's value". A value without `{key}` is not stored. */
  keyPlace?: string;
}

export interface SearchService {
  /** Its `kind` in settings and files. */
  id: string;
  title: string;
  /** What it is called in the list of kinds; its title, where it says nothing else. */
  choice?: string;
  /** Where it is asked; "" where the person says it. */
  address: string;
  /** Its address is a template with {query}: its `url` in the settings, where others have a `baseUrl`. */
  isTemplate?: boolean;
  /** US dollars per 1,000 requests, as the service said in November 2026; null is unknown. */
  usdPerThousand: number | null;
  key: "none" | "optional" | "required";
  fields?: Readonly<Record<string, ServiceField>>;
  /** The sentence about it, its settings and its reader; they are no part of the page's first load. */
  load(): Promise<{ parts: ServiceParts }>;
}

/** Checked settings of any service; what else they hold, only their own service reads. */
export interface ToolSettings extends CommonSettings {
  kind: string;
}

/** An object with its `kind` as a literal, by which the schemas of all services are told apart. */
export type SettingsSchema<Settings extends ToolSettings> = z.ZodMiniType<Settings> &
  z.core.$ZodTypeDiscriminable;

/** One service, ready to check what was entered and to be asked. */
export interface OpenService {
  settings: SettingsSchema<ToolSettings>;
  /** Throws ZodError for settings that are not its own. */
  searcher(settings: unknown): Searcher;
}

export interface ServiceParts {
  /** One or two sentences: what a person should know before they choose it. */
  about: string;
  open(service: SearchService): OpenService;
}

/** One of these, and its line in `index.ts`, are a search service. */
export function defineSearchService(service: SearchService): SearchService {
  return service;
}

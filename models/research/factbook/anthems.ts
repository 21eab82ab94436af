/**
 * Restores anthems that the source lost: where a place has two, its file has a duplicate key and
 * keeps only the last (Canada: "God Save the King"). The Factbook of 3 July 2025 has the place's
 * own one.
 */
import * as z from "zod/mini";
import { paragraphs } from "./clean.ts";
import type { SourceProfile } from "./read-profile.ts";

const text = z.object({ text: z.string() });
const earlierProfile = z.object({
  Government: z.optional(
    z.object({
      "National anthem": z.optional(
        z.object({ name: z.optional(text), "lyrics/music": z.optional(text) }),
      ),
    }),
  ),
});

/**
 * Matches notes on an anthem used beside another ("God Save the King" dates from 1745), not on one
 * that replaced another.
 */
const besideAnother =
  /\b(?:royal|secondary) anthem|official anthem, as|used? since 1745|equal status/u;

export function withOwnAnthem(source: SourceProfile, earlier: unknown): SourceProfile {
  const government = source["Government"];
  const kept = government?.["National anthem(s)"];
  const own = earlierProfile.parse(earlier).Government?.["National anthem"];
  if (!government || !kept || !own?.name) return source;
  const name = quoted(firstOf(own.name.text));
  const [title, written] = [saidOf(kept["title"]), saidOf(kept["lyrics/music"])];
  if (!besideAnother.test(saidOf(kept["history"])) || sameName(name, title)) return source;
  const byWhom = firstOf(own["lyrics/music"]?.text ?? "unknown");
  const both = {
    ...kept,
    title: { text: `${name}; ${title}` },
    "lyrics/music": { text: `${byWhom}; ${written}` },
  };
  return { ...source, Government: { ...government, "National anthem(s)": both } };
}

function saidOf(node: SourceProfile[string][string][string] | undefined): string {
  return typeof node === "object" && typeof node?.["text"] === "string" ? plain(node["text"]) : "";
}

function plain(html: string): string {
  return paragraphs(html).join(" ");
}

/** If both are called national, the earlier version has them in one text. */
function firstOf(html: string): string {
  return plain(html).split("; ")[0] ?? "";
}

function quoted(name: string): string {
  return name.includes('"') ? name : `"${name}"`;
}

function sameName(one: string, other: string): boolean {
  const words = (name: string) => /"([^"]+)"/u.exec(name)?.[1]?.toLowerCase();
  return words(one) === words(other);
}

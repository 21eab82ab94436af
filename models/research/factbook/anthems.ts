/**
 * The anthems that the source lost: where a place has two, its file has the same key twice and keeps the last,
 * "God Save the King" of Canada. The Factbook's state of 3 July 2025 has the place's own one.
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

/** Told of an anthem that stands beside another ("God Save the King" is the one of 1745), not of one that replaced another. */
const besideAnother =
  /\b(?:royal|secondary) anthem|official anthem, as|used? since 1745|equal status/u;

/** The same profile, with the place's own anthem before the one that is left of two. */
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

/** The earlier state has both in one text where both are called national. */
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

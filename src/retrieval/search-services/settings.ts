import * as z from "zod/mini";
import { bounded, searchPriceBounds } from "../../log/setting-bounds.ts";
import { localTools } from "../../log/types.ts";

const taken: ReadonlySet<string> = new Set(localTools);

/** Used in logs, policies and passage ids; local tools' names are reserved. */
const toolId = z.string().check(
  z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  z.refine((id) => !taken.has(id)),
);

/** Must be printable to be a header. */
export const secret = z._default(z.string().check(z.regex(/^[\x21-\x7e]*$/)), "");

/** `id` overrides the tool's name. */
export function commonFields(
  { id: kind, title, usdPerThousand }: { id: string; title: string; usdPerThousand: number | null },
  { id = kind, minGapMs }: { id?: string; minGapMs: number },
) {
  return {
    kind: z.literal(kind),
    id: z._default(toolId, id),
    title: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(80)), title),
    /** Null until the person sets it. */
    usdPerThousand: z._default(z.nullable(bounded(searchPriceBounds)), usdPerThousand),
    /** Limits one whole answer. */
    timeoutMs: z._default(z.int().check(z.gte(1000), z.lte(60_000)), 10_000),
    /** Measured from the end of one request to the next. */
    minGapMs: z._default(z.int().check(z.gte(0), z.lte(60_000)), minGapMs),
  };
}

export interface CommonSettings {
  id: string;
  title: string;
  usdPerThousand: number | null;
  timeoutMs: number;
  minGapMs: number;
}

/** Forbids user, query and fragment: their secrets would show in errors. */
export const serviceUrl = z.string().check(z.refine((text) => plainUrl(text) !== null));

export function plainUrl(text: string): URL | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  const bare = url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  return bare ? url : null;
}

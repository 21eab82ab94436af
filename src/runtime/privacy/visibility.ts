/** A library or service declares its visibility; its name never matters. */
import type { Visibility } from "../../log/types.ts";

const publicOrigins =
  /^https:\/\/(?:[a-z0-9-]+\.)*(?:wikipedia\.org|googleapis\.com|search\.brave\.com)(?::\d+)?$/u;

/** Known origins answer everyone alike; any other may be the person's own. */
export function visibilityAt(origin: string): Visibility {
  return publicOrigins.test(origin) ? "public" : "private";
}

export function isPrivate({ visibility }: { visibility: Visibility }): boolean {
  return visibility === "private";
}

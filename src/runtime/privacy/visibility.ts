/** Whose libraries and search services are. What they tell of themselves decides, never their names. */
import type { Visibility } from "../../log/types.ts";

const publicOrigins =
  /^https:\/\/(?:[a-z0-9-]+\.)*(?:wikipedia\.org|googleapis\.com|search\.brave\.com)(?::\d+)?$/u;

/** Of a search service at this origin: some answer anyone alike; those at any other may be the person's own. */
export function visibilityAt(origin: string): Visibility {
  return publicOrigins.test(origin) ? "public" : "private";
}

/** Whether what it holds, or brings, is the person's own. */
export function isPrivate({ visibility }: { visibility: Visibility }): boolean {
  return visibility === "private";
}

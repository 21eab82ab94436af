/** Before version 9 nobody was told whose a library or a search service was: its name decided. */

interface OldLibrary {
  id: string;
  /** A person's own, of which they said that anyone may read it. */
  public?: boolean | undefined;
}

/**
 * The embedded library, and a data set's own paragraphs: all there were that were nobody's own. These
 * rules stay as they were then, whatever `runtime/privacy` says of today's.
 */
const publicIds = /^(?:factbook$|context:)/u;
const paragraphs = /^context:(.*)$/su;
const publicOrigins =
  /^https:\/\/(?:[a-z0-9-]+\.)*(?:wikipedia\.org|googleapis\.com|search\.brave\.com)(?::\d+)?$/u;

export function libraryVisibility(library: OldLibrary): "public" | "private" {
  return library.public === true || publicIds.test(library.id) ? "public" : "private";
}

/** The question whose own paragraphs these were; null of every other library. */
export function questionOf({ id }: OldLibrary): string | null {
  return paragraphs.exec(id)?.[1] ?? null;
}

export function toolVisibility(tool: { destination: string }): "public" | "private" {
  return publicOrigins.test(tool.destination) ? "public" : "private";
}

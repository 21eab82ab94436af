/** Whose passages are private. */

/** A library that is neither embedded nor a data set's own paragraphs is the person's; they may make it public. */
export function isPrivateLibrary(library: { id: string; public?: boolean | undefined }): boolean {
  const { id } = library;
  return library.public !== true && id !== "factbook" && !id.startsWith("context:");
}

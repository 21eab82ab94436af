/** Fetches the drawing's code; called early when a question is likely. */
export function importPicture(): Promise<typeof import("./TreePicture.tsx")> {
  return import("./TreePicture.tsx");
}

/** The few words of the library picker beside the question, which is there from the first paint. */
import { plural } from "./format.ts";

export const pickerText = {
  label: "Library",
  factbook: "The World Factbook",
  option: (title: string, documents: number) =>
    documents === 0 ? title : `${title} (${plural(documents, "document", "documents")})`,
  manage: "Your own documents",
};

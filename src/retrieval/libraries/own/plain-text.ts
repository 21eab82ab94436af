import { decodeText } from "./decode.ts";
import type { Parse } from "./document.ts";
import { DocumentText } from "./document-text.ts";

export const parsePlainText: Parse = async (bytes, { maxCharacters }) => {
  const text = new DocumentText(maxCharacters);
  for (const paragraph of decodeText(bytes).split(/(?:\r?\n|\r)[^\S\r\n]*(?:\r?\n|\r)/u)) {
    if (text.full) break;
    text.paragraph(paragraph);
  }
  return text.finish();
};

import type { DocumentKind, Parse } from "./document.ts";

const parsers: Readonly<Record<DocumentKind, () => Promise<Parse>>> = {
  text: async () => (await import("./plain-text.ts")).parsePlainText,
  markdown: async () => (await import("./markdown.ts")).parseMarkdown,
  html: async () => (await import("./html.ts")).parseHtml,
  pdf: async () => (await import("./pdf.ts")).parsePdf,
  csv: async () => (await import("./csv.ts")).parseCsv,
  jsonl: async () => (await import("./jsonl.ts")).parseJsonl,
};

export function parserOf(kind: DocumentKind): Promise<Parse> {
  return parsers[kind]();
}

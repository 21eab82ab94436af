import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { AppError } from "../../../log/errors.ts";
import { decodeText } from "./decode.ts";
import type { Parse } from "./document.ts";
import { DocumentText } from "./document-text.ts";
import { readHtml } from "./html.ts";

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root["children"][number];
type Extension = ReturnType<typeof gfm>;

/**
 * Any later mark in a paragraph may close an earlier one, which takes quadratic time: this many
 * pairs take a few seconds.
 */
const maxPairs = 50_000_000;

export const parseMarkdown: Parse = async (bytes, { maxCharacters }) => {
  const text = new DocumentText(maxCharacters);
  const { title, body } = withoutFrontMatter(decodeText(bytes));
  text.title = title;
  // Markup is rarely longer than the text, so more would be cut anyway.
  const readable = body.slice(0, 3 * maxCharacters);
  const root = fromMarkdown(readable, {
    extensions: [gfm(), boundedEmphasis()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  readBlocks(root.children, text);
  return text.finish();
};

/** Counts each paragraph's marks. Throws `document-damaged`. */
function boundedEmphasis(): Extension {
  let paragraph: object | null = null;
  let marks = 0;
  let pairs = 0;
  const count: NonNullable<Extension["text"]>[number] = {
    name: "countedEmphasis",
    tokenize(_effects, _ok, nok) {
      if (this !== paragraph) marks = 0;
      paragraph = this;
      // Each mark may pair with all earlier ones: 1 + 3 + 5 + … is the square.
      pairs += 2 * marks + 1;
      marks += 1;
      if (pairs > maxPairs) throw new AppError("document-damaged", { reason: "emphasis" });
      return nok;
    },
  };
  return { text: { [codeOf("*")]: count, [codeOf("_")]: count, [codeOf("~")]: count } };
}

function codeOf(mark: string): number {
  return mark.charCodeAt(0);
}

function readBlocks(nodes: readonly Node[], text: DocumentText): void {
  for (const node of nodes) {
    if (text.full) return;
    readBlock(node, text);
  }
}

function readBlock(node: Node, text: DocumentText): void {
  switch (node.type) {
    case "heading":
      text.heading(node.depth, inline(node));
      return;
    case "html":
      readHtml(node.value, text);
      return;
    case "list":
      text.paragraph(node.children.map((item) => line(item)).join("\n"));
      return;
    case "table":
      text.paragraph(node.children.map((row) => row.children.map(inline).join(" | ")).join("\n"));
      return;
    case "blockquote":
    case "footnoteDefinition":
      readBlocks(node.children, text);
      return;
    default:
      text.paragraph(inline(node));
  }
}

function line(node: Node): string {
  if (!("children" in node)) return inline(node);
  return node.children
    .map((child) => (child.type === "list" ? child.children.map(line).join("\n") : inline(child)))
    .join("\n");
}

/** Keeps a link's text and a picture's description, no HTML. */
function inline(node: Node): string {
  if (node.type === "html") return "";
  if (node.type === "break") return "\n";
  if ("value" in node) return node.value;
  if ("alt" in node) return node.alt ?? "";
  return "children" in node ? node.children.map(inline).join("") : "";
}

/** Only the front matter's title is used. */
function withoutFrontMatter(text: string): { title: string | null; body: string } {
  const matter = /^---[^\S\n]*\r?\n([\s\S]*?)\r?\n---[^\S\n]*(?:\r?\n|$)/u.exec(text);
  if (matter === null) return { title: null, body: text };
  const title = /^title:\s*(\S.*)$/mu.exec(matter[1] ?? "")?.[1]?.trim() ?? null;
  return { title: title === null ? null : unquoted(title), body: text.slice(matter[0].length) };
}

function unquoted(text: string): string {
  const quote = text.charAt(0);
  const isQuoted = (quote === '"' || quote === "'") && text.length > 2 && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}

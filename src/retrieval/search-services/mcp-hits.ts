/** Results of an MCP tool have no form of their own: a list of records, linked resources, or text. */
import * as z from "zod/mini";
import { type Hit, hitsFrom, longestSource, mostEntries } from "./passages.ts";

const titles = ["title", "name"];
const texts = ["text", "content", "snippet", "description", "summary", "body", "extract"];
const addresses = ["url", "link", "uri", "href", "id"];

const block = z.looseObject({
  type: z.string(),
  text: z._default(z.string(), ""),
  resource: z.optional(z.unknown()),
});
const record = z.record(z.string(), z.unknown());

export function hitsIn(content: readonly unknown[], structured: unknown): Hit[] {
  const blocks = content.slice(0, mostEntries).flatMap((one) => block.safeParse(one).data ?? []);
  const said = blocks.filter(({ type }) => type === "text").map(({ text }) => text);
  const list = listIn(structured) ?? said.map((text) => listIn(json(text))).find((one) => one);
  if (list) return hitsFrom(list, record, toHit);
  const resources = blocks.flatMap(({ type, resource, ...rest }) => {
    if (type === "resource") return [resource];
    return type === "resource_link" ? [rest] : [];
  });
  return [...hitsFrom(resources, record, toHit), ...said.flatMap(hitsInText)];
}

/** The first list of records, at most three levels down. */
function listIn(value: unknown, depth = 3): readonly unknown[] | undefined {
  if (Array.isArray(value)) {
    return value.every((one) => record.safeParse(one).success) ? value : undefined;
  }
  const { data } = record.safeParse(value);
  if (data === undefined || depth === 0) return undefined;
  for (const one of Object.values(data)) {
    const list = listIn(one, depth - 1);
    if (list !== undefined) return list;
  }
  return undefined;
}

function toHit(entry: Record<string, unknown>): Hit {
  const title = textOf(entry, titles);
  return {
    title,
    text: textOf(entry, texts),
    form: "html",
    url: textOf(entry, addresses),
    key: textOf(entry, ["id"]) || title,
  };
}

function textOf(entry: Record<string, unknown>, names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(entry, name) ? entry[name] : undefined;
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return "";
}

const field = /^(title|url|link|content|text|snippet|description|summary):[ \t]*/iu;

/** "Title: …", "URL: …", "Text: …" and so on, once for each result; otherwise one result. */
function hitsInText(text: string): Hit[] {
  const bare = text.slice(0, longestSource).trim();
  if (bare === "" || /^no (?:results|matches|documents)\b/iu.test(bare)) return [];
  const hits: Hit[] = [];
  let hit: Hit = { title: "", text: "", form: "plain", url: null, key: "" };
  for (const line of bare.split("\n")) {
    const name = field.exec(line)?.[1]?.toLowerCase();
    const value = line.replace(field, "");
    if (name === "title") {
      hits.push(hit);
      hit = { ...hit, title: value, text: "", url: null, key: value };
    } else if (name === "url" || name === "link") hit = { ...hit, url: value.trim() };
    else if (!/^-{3,}$/u.test(line)) hit = { ...hit, text: `${hit.text}${value}\n` };
  }
  hits.push(hit);
  return hits.filter(({ text: found }) => found.trim() !== "").slice(0, mostEntries);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

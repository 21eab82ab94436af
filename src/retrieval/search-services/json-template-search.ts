/** `{query}`, `{k}` and `{key}` are filled in once, escaped for their position. */
import * as z from "zod/mini";
import { parseJsonPath, textAt, valueAt } from "./json-path.ts";
import { serviceParts } from "./parts.ts";
import { type Hit, mostEntries } from "./passages.ts";
import type { Searcher } from "./searcher.ts";
import type { SearchService } from "./service.ts";
import { commonFields, secret } from "./settings.ts";

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const noHeader = { name: "", value: "" };
const jsonPath = z.string().check(z.refine((text) => parseJsonPath(text) !== null));

const jsonTemplateSettings = (service: SearchService) =>
  z
    .object({
      ...commonFields(service, { id: "json-api", minGapMs: 200 }),
      /** The origin may not contain a placeholder. */
      url: z.string().check(z.refine((template) => fixedOrigin(template))),
      method: z._default(z.enum(["GET", "POST"]), "GET"),
      /** Values may contain `{key}`, and are as secret as the key. */
      headers: z._default(z.record(z.string().check(z.regex(headerName)), z.string()), {}),
      /** Set in the page's form; ignored without a name. */
      header: z._default(
        z.object({
          name: z.union([z.literal(""), z.string().check(z.regex(headerName))]),
          value: z.string(),
        }),
        noHeader,
      ),
      /** Sent by POST only. */
      body: z._default(z.string().check(z.maxLength(10_000)), ""),
      bodyForm: z._default(z.enum(["json", "form"]), "json"),
      apiKey: secret,
      /** `list` is a path in the answer, the others in each entry. `url` may be "". */
      paths: z.object({
        list: jsonPath,
        title: jsonPath,
        text: jsonPath,
        url: z._default(jsonPath, ""),
      }),
    })
    .check(
      z.refine(({ url, method, body }) =>
        `${url}${method === "POST" ? body : ""}`.includes("{query}"),
      ),
    );
type JsonTemplateSettings = z.output<ReturnType<typeof jsonTemplateSettings>>;

export const parts = serviceParts({
  about:
    "An address with {query} and {k}, and where in the answer the results stand. The service must allow pages to call it.",
  settings: jsonTemplateSettings,
  searcher: jsonTemplate,
});

function jsonTemplate(settings: JsonTemplateSettings): Searcher {
  const { url, method, header, body, bodyForm, apiKey, paths } = settings;
  const one = header.name === "" ? {} : { [header.name]: header.value };
  const headers = { ...settings.headers, ...one };
  const contentType =
    bodyForm === "json" ? "application/json" : "application/x-www-form-urlencoded";
  return {
    url: new URL(new URL(fill(url, { query: "", k: "", key: "" }, encodeURIComponent)).origin),
    secrets: [apiKey, ...Object.values(headers).filter((value) => value.length >= 8)],
    scope: { url, method, body, paths },
    maxPassages: 50,
    maxQueryCharacters: 1000,
    async find({ text, k }, exchange) {
      const values = { query: text, k: `${k}`, key: apiKey };
      const shown = Object.entries(headers).map(([name, value]) => [
        name,
        fill(value, values, (part) => part),
      ]);
      const sent = fill(body, values, bodyForm === "json" ? insideString : encodeURIComponent);
      const answer = await exchange.json({
        url: fill(url, values, encodeURIComponent),
        method,
        headers: {
          ...(method === "POST" ? { "content-type": contentType } : {}),
          ...Object.fromEntries(shown),
        },
        ...(method === "POST" ? { body: sent } : {}),
      });
      const entries = exchange.checked(z.array(z.unknown()), valueAt(answer, path(paths.list)));
      return entries.slice(0, mostEntries).map((entry) => toHit(entry, paths));
    },
  };
}

type Values = Readonly<Record<"query" | "k" | "key", string>>;

/** One pass, so that a query with "{key}" does not receive the key. */
function fill(template: string, values: Values, write: (value: string) => string): string {
  return template.replaceAll(/\{(?:query|k|key)\}/g, (mark) =>
    write(mark === "{query}" ? values.query : mark === "{k}" ? values.k : values.key),
  );
}

function insideString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function fixedOrigin(template: string): boolean {
  const [one, other] = ["a", "b"].map((mark) => {
    const filled = fill(template, { query: mark, k: mark, key: mark }, encodeURIComponent);
    return URL.canParse(filled) ? new URL(filled) : null;
  });
  if (one == null || other == null || one.origin !== other.origin) return false;
  return /^https?:$/.test(one.protocol) && one.username === "" && one.password === "";
}

function path(text: string) {
  return parseJsonPath(text) ?? [];
}

function toHit(entry: unknown, paths: JsonTemplateSettings["paths"]): Hit {
  const title = textAt(entry, path(paths.title));
  const text = textAt(entry, path(paths.text));
  const url = paths.url.trim() === "" ? null : textAt(entry, path(paths.url));
  return { title, text, form: "html", url, key: title };
}

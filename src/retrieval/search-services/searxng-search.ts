/** The server's owner must enable JSON (`search.formats`), else it answers 403. */
import * as z from "zod/mini";
import type { Refusal } from "./failure.ts";
import { serviceParts } from "./parts.ts";
import { type Hit, hitsFrom } from "./passages.ts";
import type { Searcher } from "./searcher.ts";
import type { SearchService } from "./service.ts";
import { commonFields, serviceUrl } from "./settings.ts";

const searxngSettings = (service: SearchService) =>
  z.object({
    ...commonFields(service, { minGapMs: 200 }),
    baseUrl: serviceUrl,
    /** "all" or a code such as "de-CH". */
    language: z._default(z.string().check(z.regex(/^[a-zA-Z-]{2,12}$/)), "all"),
    /** Engine names joined by commas; "" lets the server choose. */
    engines: z._default(z.string().check(z.maxLength(300)), ""),
  });
type SearxngSettings = z.output<ReturnType<typeof searxngSettings>>;

export const parts = serviceParts({
  about:
    "Your own server. It must allow json under search.formats, and pages to call it (Access-Control-Allow-Origin).",
  settings: searxngSettings,
  searcher: searxng,
});

const answer = z.looseObject({
  results: z.array(z.unknown()),
  /** Pairs of an engine and the reason of its failure. */
  unresponsive_engines: z._default(z.array(z.array(z.string())), []),
});
const result = z.looseObject({
  url: z.string(),
  title: z.string(),
  content: z._default(z.nullable(z.string()), ""),
});

function searxng(settings: SearxngSettings): Searcher {
  const url = new URL(
    settings.baseUrl
      .trim()
      .replace(/(?<!\/)\/+$/, "")
      .replace(/\/search$/, ""),
  );
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/search`;
  const { language, engines } = settings;
  return {
    url,
    secrets: [],
    scope: { language, engines },
    // The server decides the page size; ten to thirty are usual.
    maxPassages: 30,
    maxQueryCharacters: 500,
    readRefusal: (status) => (status === 403 ? { hint: "searxng-json" } : null),
    async find({ text }, exchange) {
      const requestUrl = new URL(url);
      requestUrl.search = new URLSearchParams({
        q: text,
        format: "json",
        language,
        ...(engines === "" ? {} : { engines }),
      }).toString();
      const found = await exchange.json({ url: requestUrl.href, refusal: withoutSources });
      const { results } = exchange.checked(answer, found);
      const hits = hitsFrom(results, result, toHit);
      // Some engines return titles only.
      return hits.filter(({ title, text }) => title === "" || text !== "");
    },
  };
}

/** No engine answered: search engines often block such servers. */
function withoutSources(found: unknown): Refusal | null {
  const parsed = answer.safeParse(found);
  if (!parsed.success || parsed.data.results.length > 0) return null;
  const silent = parsed.data.unresponsive_engines.map((engine) => engine.join(": "));
  if (silent.length === 0) return null;
  const message = silent.join("; ");
  return { code: "tool-bad-response", reason: "sources", status: null, message };
}

function toHit({ url, title, content }: z.output<typeof result>): Hit {
  return { title, text: content ?? "", form: "html", url, key: title };
}

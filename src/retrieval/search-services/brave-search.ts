/** Brave sends no CORS headers: a page needs its own proxy as `baseUrl`. */
import * as z from "zod/mini";
import { serviceParts } from "./parts.ts";
import { type Hit, hitsFrom } from "./passages.ts";
import type { Searcher } from "./searcher.ts";
import type { SearchService } from "./service.ts";
import { commonFields, secret, serviceUrl } from "./settings.ts";

const braveSettings = (service: SearchService) =>
  z.object({
    // The smallest plan allows one request a second.
    ...commonFields(service, { minGapMs: 1000 }),
    baseUrl: z._default(serviceUrl, service.address),
    apiKey: secret.check(z.minLength(1)),
  });
type BraveSettings = z.output<ReturnType<typeof braveSettings>>;

export const parts = serviceParts({
  about:
    "It does not answer web pages (CORS): here it needs a proxy of your own; on the command line it works as it is.",
  settings: braveSettings,
  searcher: brave,
});

/** `web` is missing if nothing was found. */
const answer = z.looseObject({
  type: z.literal("search"),
  web: z.optional(z.looseObject({ results: z.array(z.unknown()) })),
});
const result = z.looseObject({
  url: z.string(),
  title: z.string(),
  description: z._default(z.string(), ""),
  /** Only in some plans. */
  extra_snippets: z._default(z.array(z.string()), []),
});

function brave(settings: BraveSettings, { address }: SearchService): Searcher {
  const { apiKey } = settings;
  const url = new URL(settings.baseUrl.trim());
  return {
    url,
    secrets: [apiKey],
    scope: {},
    maxPassages: 20,
    maxQueryCharacters: 400,
    refusesPages: url.origin === new URL(address).origin,
    readRefusal: (status, message) =>
      status === 422 && /token/i.test(message) ? { code: "tool-unauthorised" } : null,
    async find({ text, k }, exchange) {
      const requestUrl = new URL(url);
      const parameters = { q: fewWords(text), count: `${k}`, text_decorations: "false" };
      requestUrl.search = new URLSearchParams({ ...parameters, result_filter: "web" }).toString();
      const headers = { "x-subscription-token": apiKey };
      const found = await exchange.json({ url: requestUrl.href, headers });
      return hitsFrom(exchange.checked(answer, found).web?.results ?? [], result, toHit);
    },
  };
}

/** Brave rejects more than fifty words. */
function fewWords(text: string): string {
  return text.split(" ").slice(0, 50).join(" ");
}

function toHit({ url, title, description, extra_snippets }: z.output<typeof result>): Hit {
  const text = [description, ...extra_snippets].join(" ");
  return { title, text, form: "html", url, key: title };
}

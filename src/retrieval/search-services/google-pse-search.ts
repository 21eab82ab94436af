/** Custom Search JSON API: needs a key and an engine id (cx), gives ten results per request. */
import * as z from "zod/mini";
import { serviceParts } from "./parts.ts";
import { type Hit, hitsFrom } from "./passages.ts";
import type { Searcher } from "./searcher.ts";
import type { SearchService } from "./service.ts";
import { commonFields, secret, serviceUrl } from "./settings.ts";

const googlePseSettings = (service: SearchService) =>
  z.object({
    ...commonFields(service, { minGapMs: 0 }),
    baseUrl: z._default(serviceUrl, service.address),
    apiKey: secret.check(z.minLength(1)),
    cx: z.string().check(z.regex(/^[\w:-]{4,80}$/)),
  });
type GooglePseSettings = z.output<ReturnType<typeof googlePseSettings>>;

export const parts = serviceParts({
  about: "A key for the Custom Search JSON API and a search engine's id. Closed to new customers.",
  settings: googlePseSettings,
  searcher: googlePse,
});

/** `items` is missing if nothing was found. */
const answer = z.looseObject({
  kind: z.literal("customsearch#search"),
  items: z._default(z.array(z.unknown()), []),
});
const item = z.looseObject({
  link: z.string(),
  title: z.string(),
  snippet: z._default(z.string(), ""),
});

function googlePse(settings: GooglePseSettings): Searcher {
  const { apiKey, cx, baseUrl } = settings;
  const url = new URL(baseUrl.trim());
  return {
    url,
    secrets: [apiKey],
    scope: { cx },
    maxPassages: 10,
    maxQueryCharacters: 1000,
    // A wrong key is a 400, an exhausted quota can be a 403.
    readRefusal(status, message) {
      if (status === 400 && /API key/i.test(message)) return { code: "tool-unauthorised" };
      if (status === 403 && /quota|limit/i.test(message)) return { code: "tool-rate-limited" };
      return null;
    },
    async find({ text, k }, exchange) {
      const requestUrl = new URL(url);
      requestUrl.search = new URLSearchParams({ key: apiKey, cx, q: text, num: `${k}` }).toString();
      const found = await exchange.json({ url: requestUrl.href });
      return hitsFrom(exchange.checked(answer, found).items, item, toHit);
    },
  };
}

function toHit({ link, title, snippet }: z.output<typeof item>): Hit {
  return { title, text: snippet, form: "plain", url: link, key: title };
}

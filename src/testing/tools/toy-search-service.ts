import * as z from "zod/mini";
import { searchServices } from "../../retrieval/search-services/index.ts";
import { serviceParts } from "../../retrieval/search-services/parts.ts";
import { hitsFrom } from "../../retrieval/search-services/passages.ts";
import { defineSearchService } from "../../retrieval/search-services/service.ts";
import { commonFields, secret, serviceUrl } from "../../retrieval/search-services/settings.ts";
import { type Played, testKey } from "./kinds.ts";

const answer = z.looseObject({ books: z.array(z.unknown()) });
const book = z.looseObject({ title: z.string(), page: z.string(), link: z.string() });

const parts = serviceParts({
  about: "A library of toys, which wants a key and the name of a shelf.",
  settings: (service) =>
    z.object({
      ...commonFields(service, { minGapMs: 0 }),
      baseUrl: z._default(serviceUrl, service.address),
      apiKey: secret.check(z.minLength(1)),
      shelf: z.string().check(z.regex(/^[a-z]+$/)),
    }),
  searcher: ({ baseUrl, apiKey, shelf }) => ({
    url: new URL(baseUrl),
    secrets: [apiKey],
    scope: { shelf },
    maxPassages: 10,
    maxQueryCharacters: 200,
    async find({ text }, exchange) {
      const url = `${baseUrl}?shelf=${shelf}&q=${encodeURIComponent(text)}`;
      const found = await exchange.json({ url, headers: { "x-toy-key": apiKey } });
      return hitsFrom(exchange.checked(answer, found).books, book, ({ title, page, link }) => ({
        title,
        text: page,
        form: "plain",
        url: link,
        key: title,
      }));
    },
  }),
});

searchServices.add(
  defineSearchService({
    id: "toy",
    title: "Toy library",
    address: "https://toys.example/search",
    usdPerThousand: 2,
    key: "required",
    fields: { shelf: { label: "Shelf", help: "as the library calls it", isRequired: true } },
    load: async () => ({ parts }),
  }),
);

export const toyPlayed: Played = {
  settings: (origin) => ({ kind: "toy", baseUrl: origin, apiKey: testKey, shelf: "maps" }),
  found: {
    books: [
      { title: "Tallinn", page: "Tallinn is the capital of Estonia.", link: "https://w.example/T" },
      { title: "Empty", page: "", link: "https://w.example/E" },
      { title: "Euro", page: "Estonia joined the euro in 2011.", link: "https://w.example/Euro" },
    ],
  },
  nothing: { books: [] },
  needsKey: true,
};

/** The sentences of the search services' settings. */
import type { ToolKind } from "../../../retrieval/search-services/presets.ts";
import { bytes, count, plural } from "../../../ui-kit/text/format.ts";

export const toolsText = {
  title: "Search services",
  help: "Beside the library, a step can be looked up elsewhere. Its search words then leave this device, to the address shown; nothing else does.",
  kind: "Kind of service",
  add: "Add this service",
  kinds: {
    wikipedia: "Wikipedia, or another MediaWiki",
    searxng: "SearXNG",
    "google-pse": "Google Programmable Search",
    brave: "Brave Search",
    "json-template": "Any JSON search",
  } satisfies Record<ToolKind, string>,
  about: {
    wikipedia: "Free and without a key. Another language or your own MediaWiki: enter its address.",
    searxng:
      "Your own server. It must allow json under search.formats, and pages to call it (Access-Control-Allow-Origin).",
    "google-pse":
      "A key for the Custom Search JSON API and a search engine's id. Closed to new customers.",
    brave:
      "It does not answer web pages (CORS): here it needs a proxy of your own; on the command line it works as it is.",
    "json-template":
      "An address with {query} and {k}, and where in the answer the results stand. The service must allow pages to call it.",
  } satisfies Record<ToolKind, string>,
  name: "Name",
  address: "Address",
  template: "Address with {query}",
  templateHint: "for example https://search.example/find?q={query}&n={k}",
  cx: "Search engine id (cx)",
  key: "Key",
  keyHelp: "Kept in memory and sent to this service only.",
  remember: "Remember the services' keys in this browser",
  rememberHelp:
    "They are then stored in plain text where any script of this address could read them.",
  headerName: "Header for the key (optional)",
  headerValue: "Its value, with {key}",
  paths: {
    list: "Results are at",
    title: "Title of a result",
    text: "Text of a result",
    url: "Address of a result (optional)",
  },
  pathHint: "names and places, as in web.results or items[0]",
  price: "Price, in dollars per 1,000 searches",
  priceUnknown: "Empty means unknown: its cost then shows as —.",
  remove: "Remove",
  use: "Use for searches",
  inUse: "Searches go here now.",
  unfinished: "Not finished: it cannot be used yet.",
  keyOutOfPlace: {
    address:
      "A key stands in the address. Write {key} in its place, and the key in its own field: an address is stored as it is.",
    header:
      "Write {key} in the header's value where the key belongs, and the key in its own field: the value is stored as it is.",
  },
  notRight: (field: string) => `Not right yet: ${field}. It cannot be used so.`,
  test: "Test with one search",
  testing: "Searching…",
  testOk: (passages: number, milliseconds: number, sent: number, received: number) =>
    `${plural(passages, "passage", "passages")} in ${count(Math.round(milliseconds))} ms; ${bytes(sent)} left this device, ${bytes(received)} came back.`,
};

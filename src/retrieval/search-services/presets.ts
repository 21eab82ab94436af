/**
 * The kinds of search services: what they are called, where they are, what they cost and
 * whether they want a key. It imports nothing, so that the page can show them at once; the
 * sentences about them are in `features/settings/text/tools.ts`.
 */
export const toolKinds = ["wikipedia", "searxng", "google-pse", "brave", "json-template"] as const;
export type ToolKind = (typeof toolKinds)[number];

interface ToolPreset {
  title: string;
  /** Where it is asked; "" where the person says it. */
  address: string;
  /** US dollars per 1,000 requests, as the services told in November 2026; null is unknown. */
  usdPerThousand: number | null;
  key: "none" | "optional" | "required";
}

export const toolPresets: Readonly<Record<ToolKind, ToolPreset>> = {
  wikipedia: {
    title: "Wikipedia",
    address: "https://en.wikipedia.org",
    usdPerThousand: 0,
    key: "none",
  },
  searxng: { title: "SearXNG", address: "", usdPerThousand: 0, key: "none" },
  "google-pse": {
    title: "Google Programmable Search",
    address: "https://customsearch.googleapis.com/customsearch/v1",
    usdPerThousand: 5,
    key: "required",
  },
  brave: {
    title: "Brave Search",
    address: "https://api.search.brave.com/res/v1/web/search",
    usdPerThousand: null,
    key: "required",
  },
  "json-template": { title: "JSON search", address: "", usdPerThousand: null, key: "optional" },
};

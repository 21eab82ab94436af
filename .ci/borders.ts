/**
 * Lists what each folder may import: only folders above it in this list. `*` is a feature's name.
 * `check-borders.ts` enforces it.
 */
export interface Border {
  /** Relative to `src/`, a folder or a file; the longest match counts. */
  folder: string;
  holds: string;
  may: readonly string[];
  packages?: readonly string[];
}

/** Every folder below models, libraries and methods. */
const core = ["log", "language", "folds", "metrics", "runtime", "stages"];
const device = ["models", "retrieval", "storage"];

export const borders: readonly Border[] = [
  {
    folder: "log",
    holds: "what a run is: events, versions, the file, errors, prices of what was used",
    may: [],
    packages: ["zod"],
  },
  {
    folder: "language",
    holds: "what a run needs to know of a human language, as a port; words and names folded",
    may: ["log"],
  },
  {
    folder: "language/english",
    holds:
      "the language that there is: lists, options, orders, quantities, forms of words, longer names, denials, yes and no, search terms",
    may: ["log", "language"],
  },
  {
    folder: "folds",
    holds: "functions of the log: trace, ledger, counterfactuals, routes, divergence",
    may: ["log", "language"],
  },
  {
    folder: "metrics",
    holds: "EM, cover-EM, F1, ROUGE, rates; equal to the official scripts",
    may: ["log", "language"],
  },
  {
    folder: "runtime",
    holds: "how any method is executed: ports, context, calls, prompts, settings, privacy",
    may: ["log", "language", "folds"],
    packages: ["zod"],
  },
  {
    folder: "stages",
    holds:
      "steps that methods share: gate, plan, walk, read, verify, rewrite, route, filter, decompose, summarise; parsers of model output",
    may: ["log", "language", "folds", "metrics", "runtime"],
    packages: ["zod", "jsonrepair"],
  },
  {
    folder: "shared",
    holds:
      "calls into workers, a connection to IndexedDB, hashes of own files, what may be shown as plain text, yielding to the page",
    may: ["log", "runtime"],
    packages: ["comlink", "idb", "@noble/hashes"],
  },
  {
    folder: "methods",
    holds: "one folder a method; `baselines/` the papers' baselines; HomoRouter's training",
    may: [...core, "shared"],
    packages: ["zod", "comlink"],
  },
  {
    folder: "models",
    holds: "engines, one folder a backend; the encoder; constraints, budget, prices",
    may: ["log", "runtime", "shared"],
    packages: [
      "zod",
      "comlink",
      "eventsource-parser",
      "@huggingface/transformers",
      "onnxruntime-web",
      "@mlc-ai/web-llm",
      "@pydantic/genai-prices",
      "node:*",
    ],
  },
  {
    folder: "retrieval",
    holds:
      "BM25, dense, fusion; libraries (the Factbook, own documents, a question's paragraphs); search services",
    may: ["log", "language", "language/english", "runtime", "models", "shared"],
    packages: [
      "zod",
      "comlink",
      "idb",
      "minisearch",
      "papaparse",
      "htmlparser2",
      "mdast-util-from-markdown",
      "mdast-util-gfm",
      "micromark-extension-gfm",
      "pdfjs-dist",
      "node:*",
    ],
  },
  {
    folder: "error-book",
    holds: "wrong and right chains of runs, their file, and what is trained on them",
    may: [...core, "methods"],
    packages: ["zod"],
  },
  {
    folder: "evaluation",
    holds:
      "question files, batches, measures, statistics, ROI, advice: pure, for page and command line",
    may: ["log", "language", "folds", "metrics", "runtime", "methods", "models", "shared"],
    packages: ["zod", "papaparse", "simple-statistics"],
  },
  {
    folder: "storage",
    holds:
      "what the browser keeps: one database with its versions, every row checked when it is read",
    may: ["log", "methods", "models", "retrieval", "evaluation", "shared"],
    packages: ["zod", "idb"],
  },
  {
    folder: "session",
    holds: "what all features share: services, settings, what is loaded, the run on show",
    may: [
      "log",
      "language/english",
      "folds",
      "runtime",
      "shared",
      "methods",
      "evaluation",
      ...device,
    ],
    packages: ["zod", "zustand"],
  },
  {
    folder: "features/*",
    holds: "one folder a feature: its stores",
    may: [
      ...core,
      "language/english",
      "shared",
      "methods",
      "evaluation",
      "error-book",
      "session",
      ...device,
    ],
    packages: ["zustand", "comlink", "papaparse", "simple-statistics", "modern-gif"],
  },
  {
    folder: "app/runtime",
    holds: "the stores joined to one runtime, and the hooks by which views read it",
    may: ["log", "runtime", "shared", "models", "session", "features/*"],
    packages: ["react", "zustand"],
  },
  {
    folder: "ui-kit/text",
    holds: "words that every feature needs: errors, figures, settings",
    may: ["log", "language/english", "folds", "runtime", "models"],
  },
  {
    folder: "features/*/index.ts",
    holds: "a feature as one light object: its page, buttons, links, and how to load the rest",
    may: [
      "session",
      "features/*",
      "features/*/text",
      "features/*/view",
      "app/runtime",
      "ui-kit",
      "ui-kit/text",
    ],
  },
  {
    folder: "features/*/text",
    holds: "a feature's sentences",
    may: [
      ...core,
      "methods",
      "evaluation",
      "error-book",
      "session",
      "features/*",
      "app/runtime",
      "ui-kit/text",
      ...device,
    ],
  },
  {
    folder: "ui-kit",
    holds: "buttons, dialogs, fields, notices, marks, the frame of a figure with its files",
    may: ["log", "folds", "runtime", "shared", "models", "session", "app/runtime", "ui-kit/text"],
    packages: ["react", "@tanstack/react-virtual", "papaparse"],
  },
  {
    folder: "features/*/drawing",
    holds: "D3 without React: layout, scales, zoom",
    may: ["log", "folds", "ui-kit"],
    packages: ["d3"],
  },
  {
    folder: "app/lazy",
    holds: "the parts of the page that are fetched after its first paint",
    may: [
      "log",
      "shared",
      "session",
      "ui-kit",
      "features/*",
      "features/*/view",
      "app/runtime",
      "app",
    ],
    packages: ["react"],
  },
  {
    folder: "features/*/view",
    holds: "a feature's views",
    may: [
      ...core,
      "shared",
      "methods",
      "evaluation",
      "error-book",
      "session",
      "features/*",
      "features/*/text",
      "features/*/drawing",
      "app/runtime",
      "app/lazy",
      "ui-kit",
      "ui-kit/text",
      ...device,
    ],
    packages: [
      "react",
      "react-dom",
      "zustand",
      "zod",
      "d3",
      "diff",
      "papaparse",
      "@tanstack/react-virtual",
    ],
  },
  {
    folder: "app/actions",
    holds: "what a person can do from anywhere, one file each",
    may: [
      "log",
      "runtime",
      "methods",
      "session",
      "features/*/view",
      "app/runtime",
      "app/lazy",
      "ui-kit",
      "ui-kit/text",
    ],
    packages: ["zustand"],
  },
  {
    folder: "app/pwa",
    holds: "the service worker, and the page's side of it",
    may: ["shared"],
    packages: ["zod", "zustand", "workbox-*"],
  },
  {
    folder: "app/security",
    holds: "the built page's headers, and what its shell says where it does not start",
    may: ["shared", "ui-kit/text"],
    packages: ["vite", "node:*"],
  },
  {
    folder: "app",
    holds: "the page: main, frame, header, palette, the browser's services",
    may: [
      "log",
      "methods",
      "session",
      "shared",
      "features/*/view",
      "features/*/index.ts",
      "app/runtime",
      "app/lazy",
      "app/actions",
      "app/pwa",
      "app/security",
      "ui-kit",
      "ui-kit/text",
      ...device,
    ],
    packages: ["react", "react-dom", "zustand", "@fontsource*"],
  },
  {
    folder: "node",
    holds: "what a run needs in Node: models, libraries and services on this machine",
    may: [
      "shared",
      "log",
      "language/english",
      "runtime",
      "methods",
      "evaluation",
      "models",
      "retrieval",
      "session",
    ],
    packages: ["zod", "comlink", "node:*"],
  },
  {
    folder: "package",
    holds: "the npm package: `open` and `ask`",
    may: ["log", "folds", "runtime", "methods", "models", "node"],
    packages: ["zod", "node:*"],
  },
  {
    folder: "cli",
    holds: "`npm run ask`, `npm run eval`",
    may: [
      "shared",
      "log",
      "language",
      "language/english",
      "folds",
      "runtime",
      "methods",
      "evaluation",
      "models",
      "retrieval",
      "session",
      "node",
      "ui-kit/text",
      "features/*/text",
    ],
    packages: ["zod", "node:*"],
  },
];

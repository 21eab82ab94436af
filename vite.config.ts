import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { constants, deflate, gunzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import sirv from "sirv";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import * as z from "zod/mini";
import { isKeptLater } from "./src/app/pwa/kept-files.ts";
import { pageSecurity } from "./src/app/security/plugin.ts";
import { catalogue } from "./src/models/catalogue.ts";
import { type PackedList, packedEnding } from "./src/shared/integrity/packed.ts";
import { partsOf, smallFiles } from "./src/shared/integrity/parts.ts";

/** In development: `crossOriginIsolated` gives onnxruntime its WebAssembly threads. */
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/**
 * Serves models raw. Vite's preview server would gzip the weights on the fly,
 * which broke large loads now and then; here they keep Content-Length and Range.
 */
function embeddedModels(): Plugin {
  const serve = (folder: string) => sirv(folder, { dev: true, etag: true });
  let outDir = "dist";
  return {
    name: "embedded-models",
    configResolved(config) {
      outDir = config.build.outDir;
    },
    configureServer(server) {
      server.middlewares.use("/models", serve("models"));
    },
    configurePreviewServer(server) {
      server.middlewares.use("/models", serve(join(outDir, "models")));
    },
    async closeBundle() {
      await copyCatalogued(join(outDir, "models"));
    },
  };
}

/** Only what the page offers goes into the build: no test models, no training code, no caches. */
async function copyCatalogued(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  await cp("models/catalogue.json", join(target, "catalogue.json"));
  for (const file of await offeredFiles()) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join("models", file), join(target, file));
  }
}

async function offeredFiles(): Promise<string[]> {
  const { models } = catalogue.parse(JSON.parse(await readFile("models/catalogue.json", "utf8")));
  return models.flatMap(({ path, role, files }) =>
    path === null || role === "test" ? [] : files.map((file) => `${path}/${file.path}`),
  );
}

/** Deflates large files; the page knows their sizes and fetches them so (`packed.ts`). */
function packedFiles(): Plugin {
  const list: PackedList = {};
  const deflated = new Map<string, Buffer>();
  let outDir = "dist";
  async function pack(name: string, path: string) {
    const file = await readFile(path);
    // Weights have no repetitions: Huffman codes alone are shorter and inflate faster.
    const strategy = name.startsWith("models/") ? constants.Z_HUFFMAN_ONLY : undefined;
    const packed = await promisify(deflate)(file, { level: 9, memLevel: 9, strategy });
    const sha256 = createHash("sha256").update(file).digest("hex");
    list[name] = { bytes: file.length, sha256, packed: packed.length };
    deflated.set(name, packed);
  }
  return {
    name: "packed-files",
    apply: "build",
    async config() {
      const runtimes = await readdir("node_modules/onnxruntime-web/dist");
      await Promise.all([
        ...runtimes
          .filter((name) => /^ort-wasm-simd-threaded(?:\.asyncify)?\.wasm$/u.test(name))
          .map((name) => pack(name, join("node_modules/onnxruntime-web/dist", name))),
        ...(await largeFiles()).map(([name, path]) => pack(name, path)),
      ]);
      return { define: { PACKED_FILES: JSON.stringify(sorted(list)) } };
    },
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
          const path = join(entry.parentPath, entry.name);
          const [, runtime = ""] = /^(ort-wasm.*)-[\w-]{8}\.wasm$/u.exec(entry.name) ?? [];
          const name = relative(outDir, path).replaceAll(sep, "/");
          const packed = deflated.get(name) ?? deflated.get(`${runtime}.wasm`);
          if (packed === undefined) continue;
          await writeFile(path + packedEnding, packed);
          await rm(path);
        }
        await writeFile(join(outDir, "packed.json"), JSON.stringify(sorted(list)));
      },
    },
  };
}

/** Two builds of one version are equal. */
function sorted(list: PackedList): PackedList {
  return Object.fromEntries(Object.entries(list).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Lists large files of models and libraries by their address. Hosts compress JSON themselves. */
async function largeFiles(): Promise<[name: string, path: string][]> {
  const models = (await offeredFiles()).map((file) => [`models/${file}`, join("models", file)]);
  const folder = join("public", "library");
  const libraries = (await readdir(folder, { recursive: true })).map((file) => [
    `library/${file.replaceAll(sep, "/")}`,
    join(folder, file),
  ]);
  return [...models, ...libraries].flatMap(([name = "", path = ""]) =>
    statSync(path).size >= 1_000_000 ? [[name, path]] : [],
  );
}

/** In a build for hosts that take no large file: parts in the place of each. */
function filesInParts(): Plugin {
  let outDir = "dist";
  return {
    name: "files-in-parts",
    apply: (_config, { command, mode }) => command === "build" && mode === smallFiles,
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle: {
      // After the models were copied, and before the service worker lists what there is.
      sequential: true,
      async handler() {
        for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile()) continue;
          const path = join(entry.parentPath, entry.name);
          const parts = partsOf(path, statSync(path).size);
          if (parts.length === 1) continue;
          const bytes = await readFile(path);
          await Promise.all(
            parts.map((part) => writeFile(part.address, bytes.subarray(part.from, part.to))),
          );
          await rm(path);
        }
      },
    },
  };
}

/**
 * Beside what is built, the licences of all that came into it: a licence asks to go with the code.
 * Workers and the service worker are builds of their own, so each has a plugin that notes its modules.
 */
const bundled = new Set<string>();

function notedPackages(): Plugin {
  return {
    name: "noted-packages",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const from = output.type === "chunk" ? output.moduleIds : output.originalFileNames;
        for (const id of from) {
          const [root = null] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(id) ?? [];
          if (root !== null) bundled.add(resolve(root.replace(/^\0/u, "")));
        }
      }
    },
  };
}

function licences(): Plugin {
  let outDir = "dist";
  return {
    name: "licences",
    apply: "build",
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle: {
      sequential: true,
      // After the service worker, which does not keep it.
      order: "post",
      async handler() {
        const parts = [`Hopwise\n\n${await readFile("LICENSE", "utf8")}`];
        for (const root of [...bundled].sort()) parts.push(await licenceOf(root));
        await writeFile(join(outDir, "licences.txt"), parts.join(`\n\n${"-".repeat(80)}\n\n`));
      },
    },
  };
}

async function licenceOf(root: string): Promise<string> {
  const { name, version, license } = described.parse(
    JSON.parse(await readFile(join(root, "package.json"), "utf8")),
  );
  const names = (await readdir(root)).filter((file) =>
    /^(?:licen[cs]e|notice|copying)/iu.test(file),
  );
  const texts = names.sort().map((file) => readFile(join(root, file), "utf8"));
  return [`${name} ${version} (${license})`, ...(await Promise.all(texts))].join("\n\n").trim();
}

const described = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** Installable, and without a network after the first visit; the page registers the worker itself. */
const app = VitePWA({
  strategies: "injectManifest",
  srcDir: "src/app/pwa",
  filename: "service-worker.ts",
  registerType: "prompt",
  injectRegister: false,
  manifest: {
    // Without an `id` it is the start address, so that builds under two paths are two apps.
    name: "Hopwise",
    short_name: "Hopwise",
    description:
      "Questions of several hops, answered by small language models in the browser; a large one only where it earns its price.",
    display: "standalone",
    background_color: "#f8f4eb",
    theme_color: "#f8f4eb",
    categories: ["education", "productivity"],
    icons: [
      { src: "icons/hopwise-192.png", sizes: "192x192", type: "image/png" },
      { src: "icons/hopwise-512.png", sizes: "512x512", type: "image/png" },
      {
        src: "icons/hopwise-maskable-512.png",
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable",
      },
      { src: "icons/hopwise.svg", sizes: "any", type: "image/svg+xml" },
    ],
  },
  injectManifest: {
    buildPlugins: { vite: [notedPackages()] },
    globPatterns: ["**/*"],
    dontCacheBustURLsMatching: /^assets\//u,
    maximumFileSizeToCacheInBytes: 500_000_000,
    manifestTransforms: [
      async (entries) => ({
        // The host needs these, or whoever downloads the whole page.
        manifest: entries
          .filter(({ url }) => !["_headers", "licences.txt", "packed.json"].includes(url))
          .map((entry) => ({ ...entry, later: isKeptLater(entry) })),
        warnings: [],
      }),
    ],
  },
});

/** The views of the recorded run, in one chunk: a phone took seconds to request sixty small files. */
const arrivalParts =
  /(ask[\\/]view[\\/](stages[\\/]ReturnPicture|player[\\/]Recording|answer[\\/]AnswerPanel)|tree[\\/]view[\\/]Tree(Picture|Tools|List)?|meter[\\/]view[\\/]Meter(Body|Forecast)|features[\\/]runs[\\/](player|shared-events))\.tsx?$/u;

/** Other views need these too, and should not fetch the tree and the answer with them. */
const sharedWithArrival =
  /src[\\/](folds[\\/](answer-(state|routes)|correction|deciding-reading|standing|step-status)|language[\\/](normalise|scoring-units|function-words)|metrics[\\/](score|overlap)|session[\\/]tool-entry|ui-kit[\\/]use-size|features[\\/](library[\\/](text[\\/]browse|view[\\/]browse[\\/]place)|settings[\\/]text[\\/]caps))\.tsx?$/u;

/**
 * What the page needs before anything can be seen comes in a few files: some thirty small ones,
 * shared with parts that come later, took longer to fetch and were a tenth larger. Each of the
 * few runs as a task of its own (`src/boot.ts`), so none of them holds up the page for long.
 */
const initial = ["$initial" as const];
const firstLoad = [
  {
    name: "boot",
    test: /index\.html|src[\\/](boot|shared[\\/]yield-to-main)\.ts$|src[\\/]security[\\/]|boot-en\.ts$|vite[\\/](preload|modulepreload)/u,
  },
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/u },
  {
    name: "log",
    test: /(node_modules[\\/]zod|src[\\/](log|language|folds|runtime)[\\/])/u,
    tags: initial,
  },
  {
    name: "core",
    test: /(src[\\/](stages|methods|models|retrieval|storage|session|features[\\/][^\\/]+[\\/](?!index\.ts)[^\\/]+\.ts$|app[\\/]runtime[\\/]runtime))/u,
    tags: initial,
  },
  { name: "page", tags: initial },
  { name: "d3", test: /node_modules[\\/](d3-(?!brush)[^\\/]+|internmap)[\\/]/u },
  { name: "shared", test: sharedWithArrival },
  { name: "arrival", test: arrivalParts },
  // A few lines each, and needed together by the palette.
  { name: "features", test: /src[\\/]features[\\/][^\\/]+[\\/]view[\\/]parts\.tsx?$/u },
  // The readers of the services come together: one file to fetch, and one name in the first load.
  { name: "search", test: /src[\\/]retrieval[\\/]search-services[\\/][^\\/]+-search\.ts$/u },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

/** `index.html` asks for those files at once, in the order in which they run. */
function firstLoadLinks(): Plugin {
  let base = "/";
  const linkTo = (rel: string, file: string, more: Record<string, string> = {}) => ({
    tag: "link",
    attrs: { rel, ...more, crossorigin: "", href: base + file },
    injectTo: "head" as const,
  });
  return {
    name: "first-load-links",
    apply: "build",
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const main = Object.values(bundle).find(({ fileName }) =>
          /\/main-[^/]*\.js$/u.test(fileName),
        );
        const files = new Set<string>();
        const styles = new Set<string>();
        function add(name: string): void {
          const file = bundle[name];
          if (file?.type !== "chunk" || files.has(name)) return;
          for (const needed of file.imports) add(needed);
          if (!file.isEntry || name === main?.fileName) files.add(name);
          for (const style of file.viteMetadata?.importedCss ?? []) styles.add(style);
        }
        add(main?.fileName ?? "");
        const fonts = Object.keys(bundle).filter((name) => firstFonts.test(name));
        return [
          ...fonts.map((file) => linkTo("preload", file, { as: "font", type: "font/woff2" })),
          ...[...styles].map((file) => linkTo("stylesheet", file)),
          ...[...files].map((file) => linkTo("modulepreload", file)),
        ];
      },
    },
  };
}

/** Writes the question of the recorded run into index.html. */
function arrivalQuestion(): Plugin {
  return {
    name: "arrival-question",
    async transformIndexHtml(html) {
      const runs = gunzipSync(await readFile("public/examples/arrival.runs.bin")).toString();
      const { question } = z.object({ question: z.string() }).parse(JSON.parse(runs));
      const escaped = question.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      return html.replace("%ARRIVAL_QUESTION%", () => escaped);
    },
  };
}

/** The fonts of the words that are seen first. */
const firstFonts = /\/(newsreader|instrument-sans)-latin-wght-normal-[^/]*\.woff2$/u;

/**
 * A stylesheet that did not arrive is asked for again when its part is. Vite 8.3.8 takes it for
 * there from the second time on, and the part would be shown without it.
 */
function stylesAgain(): Plugin {
  const forgets = "}, (err) => {\n\t\tseen[href] = void 0;";
  return {
    name: "styles-again",
    apply: "build",
    transform: {
      filter: { id: /vite\/preload-helper/u },
      handler(code) {
        if (!code.includes(forgets)) this.error("Vite fetches stylesheets otherwise than it did.");
        return { code: code.replace(forgets, "}, (err) => {\n\t\tdelete seen[href];"), map: null };
      },
    },
  };
}

export default defineConfig({
  plugins: [
    pageSecurity(),
    react(),
    embeddedModels(),
    packedFiles(),
    firstLoadLinks(),
    arrivalQuestion(),
    stylesAgain(),
    filesInParts(),
    app,
    notedPackages(),
    licences(),
  ],
  resolve: {
    alias: {
      // Its form for browsers asks for a document, and Markdown is read in a worker.
      "decode-named-character-reference": resolve(
        "node_modules/decode-named-character-reference/index.js",
      ),
    },
  },
  // Parsing a large list with JSON.parse takes half the time of evaluating it as code.
  json: { stringify: true, namedExports: false },
  worker: { format: "es", plugins: () => [notedPackages()] },
  build: {
    target: "es2024",
    chunkSizeWarningLimit: 7000,
    // Every browser that runs this target has it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", main: "src/main.tsx" },
      output: { codeSplitting: { groups: firstLoad } },
    },
  },
  optimizeDeps: { exclude: ["@huggingface/transformers", "@mlc-ai/web-llm"] },
  server: { headers: isolation },
});

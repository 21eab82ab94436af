/** Builds the npm packages into `dist-npm/`: `npm run library && npx tsx src/package/build.ts`. */
import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join, posix } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import * as z from "zod/mini";
import { catalogue } from "../models/catalogue.ts";
import { root } from "../node/place.ts";
import { embeddedLibraries } from "../retrieval/libraries/embedded-libraries.ts";
import { prebuiltFiles } from "../retrieval/libraries/prebuilt-files.ts";

const entries = {
  index: "src/package/index.ts",
  method: "src/package/method.ts",
  command: "src/cli/hopwise.ts",
  "model-thread": "src/node/threads/model-thread.ts",
};

const manifest = z.object({
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});
type Manifest = z.infer<typeof manifest>;

const out = join(root, "dist-npm");
const own = manifest.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
async function buildCode(folder: string, own: Manifest): Promise<void> {
  const built = await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [withoutBrowser, packedData],
    build: {
      ssr: true,
      target: "node20",
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: entries,
        // In one folder, so that a thread finds its script beside any chunk.
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          minify: true,
        },
      },
    },
  });
  const { dependencies, types } = { dependencies: used(built, own), types: "./types/package" };
  await writeTypes(join(folder, "types"));
  await writeJson(join(folder, "package.json"), {
    name: "hopwise",
    version: own.version,
    description: own.description,
    license: own.license,
    type: "module",
    engines: own.engines,
    bin: { hopwise: "command.js" },
    exports: {
      ".": { types: `${types}/index.d.ts`, default: "./index.js" },
      "./method": { types: `${types}/method.d.ts`, default: "./method.js" },
      "./package.json": "./package.json",
    },
    types: `${types}/index.d.ts`,
    files: ["*.js", "types"],
    dependencies,
    peerDependencies: { "hopwise-models": own.version },
    peerDependenciesMeta: { "hopwise-models": { optional: true } },
  });
  await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
  const guide = await readFile(join(root, "docs/outside.md"), "utf8");
  await writeFile(join(folder, "README.md"), withoutLinks(guide));
}

/** Engines of the page are never opened in Node. */
const withoutBrowser = {
  name: "without-browser",
  load(id: string) {
    const browser =
      /\/models\/(?:transformers\/(?:web|runtime|transformers)|web-llm\/web-llm)\.ts$/u;
    return browser.test(id) ? { code: "export {};", syntheticNamedExports: true } : null;
  },
};

const packed = "\0packed:";
/** Weights, examples and prices take a third of their JSON. */
const packedData = {
  name: "packed-data",
  enforce: "pre" as const,
  resolveId: {
    filter: { id: /\.json$/u },
    handler: (source: string, importer = "") =>
      source.startsWith(".") ? packed + join(dirname(importer), source).slice(0, -5) : null,
  },
  load: {
    filter: { id: /^\0packed:/u },
    async handler(id: string) {
      const text = await readFile(`${id.slice(packed.length)}.json`, "utf8");
      const bytes = brotliCompressSync(JSON.stringify(JSON.parse(text))).toString("base64");
      return `import { brotliDecompressSync } from "node:zlib";
export default JSON.parse(brotliDecompressSync(Buffer.from("${bytes}", "base64")).toString());`;
    },
  },
};

/** The packages that the code imports, with the versions it was tested with. */
function used(built: Awaited<ReturnType<typeof build>>, { dependencies }: Manifest) {
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    "output" in one ? one.output : [],
  );
  const chunks = outputs.filter((one): one is Rolldown.OutputChunk => one.type === "chunk");
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const names = chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter((name) => !files.has(name) && !name.startsWith("node:"))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  return Object.fromEntries(
    [...new Set(names)].sort().map((name) => {
      const version = dependencies[name];
      if (version === undefined || builtinModules.includes(name)) {
        throw new Error(`${name} is imported, and is no dependency`);
      }
      return [name, version];
    }),
  );
}

/** Declarations of the public names, and of what these use. */
async function writeTypes(folder: string): Promise<void> {
  const all = join(out, "declarations");
  const settings = join(out, "tsconfig.json");
  await writeJson(settings, {
    extends: "../tsconfig.node.json",
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: "../src",
      outDir: all,
    },
    files: [`../${entries.index}`, `../${entries.method}`],
    include: [],
  });
  execFileSync("npx", ["tsc", "-p", settings], { cwd: root, stdio: "inherit" });
  const wanted = ["package/index.d.ts", "package/method.d.ts"];
  for (const file of wanted) {
    const text = await readFile(join(all, file), "utf8");
    const relative = /(?<=\b(?:from |import\()["'])(\.{1,2}\/[^"']+)\.ts(?=["'])/gu;
    for (const [, name = ""] of text.matchAll(relative)) {
      const next = `${posix.join(posix.dirname(file), name)}.d.ts`;
      if (!wanted.includes(next)) wanted.push(next);
    }
    await mkdir(dirname(join(folder, file)), { recursive: true });
    // The schemas are nested so deep that a fifth of the package would be indentation.
    const narrow = text.replace(/^(?: {4})+/gmu, "");
    await writeFile(join(folder, file), narrow.replace(relative, "$1.js"));
  }
  await rm(all, { recursive: true });
  await rm(settings);
}

/** Laid out like the repository, which `place.ts` finds. */
async function copyModels(folder: string, own: Manifest): Promise<void> {
  const list = catalogue.parse(
    JSON.parse(await readFile(join(root, "models/catalogue.json"), "utf8")),
  );
  const files = [
    "LICENSE",
    "models/catalogue.json",
    "public/examples/where-it-pays.json",
    ...embeddedLibraries.all.flatMap(({ id }) =>
      prebuiltFiles.map((name) => `public/library/${id}/${name}`),
    ),
  ];
  for (const { path, role, files: parts } of list.models) {
    if (path === null || role === "test") continue;
    const read = await readdir(join(root, "models", path));
    if (read.includes("README.md")) files.push(`models/${path}/README.md`);
    for (const part of parts) files.push(`models/${path}/${part.path}`);
  }
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(root, file), join(folder, file));
  }
  await writeJson(join(folder, "package.json"), {
    name: "hopwise-models",
    version: own.version,
    description: "The small models and the embedded library of Hopwise.",
    type: "module",
    license: own.license,
    files: ["models", "public"],
  });
  const about =
    "The small models and the embedded library of the package `hopwise`, which finds them here.\n";
  await writeFile(join(folder, "README.md"), `# hopwise-models\n\n${about}`);
}

/** Other documents are not in the package. */
function withoutLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/gu, "$1");
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

await rm(out, { recursive: true, force: true });
await buildCode(join(out, "hopwise"), own);
await copyModels(join(out, "hopwise-models"), own);

/**
 * Decides which build files the service worker caches on the first visit and which on first use.
 * Pure, so that it can be tested without a service worker.
 */

/** One file of the build manifest; `revision` is null if the file name holds the hash. */
export interface BuildFile {
  url: string;
  revision: string | null;
  /** Cached on first use instead of in advance. */
  later?: boolean | undefined;
}

/** Files of this size and above, and rarely needed kinds, are cached on first use. */
const laterBytes = 1_000_000;

const shellKinds = /\.(?:html|js|mjs|css|json|jsonl|svg|png|webmanifest)$/u;
const latinFont = /-latin-(?!ext-)[^/]*\.woff2$/u;
/** PDF character maps, one file each: few documents need any. */
const characterMap = /^assets\/(?:(?:[\w-]+-)?[HV]|Adobe-[\w-]+)-[\w-]{8}\.js$/u;
const modelOrLibrary = /^(?:models\/(?!catalogue\.json$)|library\/)/u;

export function isKeptLater({ url, size }: { url: string; size: number }): boolean {
  if (modelOrLibrary.test(url) || size > laterBytes) return true;
  if (characterMap.test(url)) return true;
  return !(shellKinds.test(url) || latinFont.test(url));
}

/** A build's files in two parts; `later` maps addresses to cache keys. */
export interface PrecacheSplit {
  shell: { url: string; revision: string | null }[];
  later: ReadonlyMap<string, string>;
}

/** Keys change with the contents, so a new build never reads an old file. */
export function splitPrecache(files: readonly BuildFile[], base: string): PrecacheSplit {
  const shell: PrecacheSplit["shell"] = [];
  const later = new Map<string, string>();
  for (const { url, revision, later: isLater } of files) {
    if (isLater !== true) {
      shell.push({ url, revision });
      continue;
    }
    const address = new URL(url, base);
    const key = new URL(address);
    if (revision !== null) key.searchParams.set("revision", revision);
    later.set(address.href, key.href);
  }
  return { shell, later };
}

/**
 * Paths needed to answer: models, library, onnxruntime. The encoder runs on WebAssembly whatever
 * the language model runs on.
 */
export function neededToAnswer(models: readonly string[], webgpu: boolean): RegExp {
  const folders = models.map((model) => `models/${escaped(model)}/`);
  const runtime = webgpu ? String.raw`(?:\.asyncify)?` : "";
  const binary = String.raw`assets/ort-wasm-simd-threaded${runtime}-[\w-]+\.wasm\.zlib$`;
  return new RegExp(`/(?:${[...folders, "library/", binary].join("|")})`, "u");
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);
}

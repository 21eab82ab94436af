/**
 * Which files of a build the service worker holds from the first visit on, and which only
 * once they were used. Pure, so that it is tested without a service worker.
 */

/** One file of the build, as the build lists it; a `null` revision stands in the name itself. */
export interface BuildFile {
  url: string;
  revision: string | null;
  /** Kept when it is first used, not beforehand. */
  later?: boolean | undefined;
}

/** From this size on, or of a kind that few visits need, a file waits until it is used. */
const laterBytes = 1_000_000;

const shellKinds = /\.(?:html|js|mjs|css|json|jsonl|svg|png|webmanifest)$/u;
const latinFont = /-latin-(?!ext-)[^/]*\.woff2$/u;
/** Character maps of PDF, a file each: few documents need any. */
const characterMap = /^assets\/(?:(?:[\w-]+-)?[HV]|Adobe-[\w-]+)-[\w-]{8}\.js$/u;
const modelOrLibrary = /^(?:models\/(?!catalogue\.json$)|library\/)/u;

export function isKeptLater({ url, size }: { url: string; size: number }): boolean {
  if (modelOrLibrary.test(url) || size > laterBytes) return true;
  if (characterMap.test(url)) return true;
  return !(shellKinds.test(url) || latinFont.test(url));
}

/** The files of a build in two parts; of the later ones, address → key in the cache. */
export interface PrecacheSplit {
  shell: { url: string; revision: string | null }[];
  later: ReadonlyMap<string, string>;
}

/** Keys change with the contents, so a new build never reads an old file for its own. */
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
 * What answering reads, by path: the models, the library and onnxruntime. The encoder
 * runs on WebAssembly whatever the language model runs on.
 */
export function neededToAnswer(models: readonly string[], webgpu: boolean): RegExp {
  const folders = models.map((model) => `models/${escaped(model)}/`);
  const runtime = webgpu ? String.raw`(?:\.asyncify)?` : "";
  const binary = String.raw`assets/ort-wasm-simd-threaded${runtime}-[\w-]+\.wasm(?:\.\d+-of-\d+)?$`;
  return new RegExp(`/(?:${[...folders, "library/", binary].join("|")})`, "u");
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);
}

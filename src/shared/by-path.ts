/**
 * Browsers share storage, locks and channels across an origin, which can serve several pages
 * (someone.github.io/one/, /two/). Empty at the root and in Node.
 */
export function byPath(name: string, path: string = import.meta.env?.BASE_URL ?? "/"): string {
  return path === "/" ? name : path + name;
}

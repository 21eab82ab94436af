/**
 * Browsers share storage, locks and channels across an origin, and one origin can serve several pages
 * (someone.github.io/one/, /two/). The path in the name keeps them apart; at the root and in Node there is none.
 */
export function byPath(name: string, path: string = import.meta.env?.BASE_URL ?? "/"): string {
  return path === "/" ? name : path + name;
}

/**
 * A browser keeps storage, locks and channels for a whole origin, and several pages can share one
 * (someone.github.io/one/, /two/): what this page keeps is named by its path, too. At the root, and in
 * Node, the name is bare.
 */
export function byPath(name: string, path: string = import.meta.env?.BASE_URL ?? "/"): string {
  return path === "/" ? name : path + name;
}

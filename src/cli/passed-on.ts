import type { parseArgs } from "node:util";

type Tokens = NonNullable<ReturnType<typeof parseArgs>["tokens"]>;

export function passedOn(tokens: Tokens, own: object): string[] {
  const ownNames = new Set(Object.keys(own));
  return tokens.flatMap((token) => {
    if (token.kind !== "option" || ownNames.has(token.name)) return [];
    return [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`];
  });
}

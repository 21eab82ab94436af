import { searchServices } from "../retrieval/search-services/index.ts";
import { ownFields, ownText, type StoredTool } from "./tools.ts";

export function newTool(kind: string, taken: readonly string[]): StoredTool {
  const ids = Array.from({ length: taken.length + 1 }, (_, index) =>
    index === 0 ? kind : `${kind}-${index + 1}`,
  );
  const id = ids.find((one) => !taken.includes(one)) ?? kind;
  const { title = kind, address = "", usdPerThousand = null } = searchServices.find(kind) ?? {};
  const tool = { kind, id, title, usdPerThousand, address };
  return { ...tool, ...ownFields(tool) };
}

export function withOwnText(tool: StoredTool, field: string, text: string): StoredTool {
  return { ...tool, ...ownFields(tool, (one) => (one === field ? text : ownText(tool, one))) };
}

/** Each service is made once. */
import type { BoundKey } from "../models/bound-key.ts";
import { secretFor } from "../models/bound-key.ts";
import { searchServices } from "../retrieval/search-services/index.ts";
import type { SearchTool } from "../runtime/ports.ts";
import { ownFields, type StoredTool, type ToolRequest } from "./tools.ts";

/** The input of `createTool`. */
export function toolInput(tool: StoredTool, key: BoundKey | null): Record<string, unknown> {
  const { kind, id, title, usdPerThousand, address } = tool;
  const service = searchServices.find(kind);
  return {
    kind,
    id,
    title,
    usdPerThousand,
    [service?.isTemplate === true ? "url" : "baseUrl"]: address,
    ...ownFields(tool),
    ...(service?.key === "none" ? {} : { apiKey: secretFor(key, address) }),
  };
}

/** Queues and pauses live in the tools, so equal settings reuse them. */
export function toolMaker(
  make: (inputs: readonly unknown[]) => Promise<SearchTool[]>,
): (requests: readonly ToolRequest[]) => Promise<SearchTool[]> {
  let last: { inputs: string; tools: Promise<SearchTool[]> } | null = null;
  return (requests) => {
    const wanted = requests.map(({ tool, key }) => toolInput(tool, key));
    const inputs = JSON.stringify(wanted);
    if (last === null || last.inputs !== inputs) last = { inputs, tools: make(wanted) };
    const { tools } = last;
    tools.catch(() => {
      last = null;
    });
    return tools;
  };
}

import { describe } from "vitest";
import { kinds } from "../../testing/tools/kinds.ts";
import { describeSearchServiceContract } from "../../testing/tools/search-service-contract.ts";
import { loadSearchServices } from "./tool.ts";

const loaded = await loadSearchServices();

describe.each(Object.entries(kinds))("%s", (_kind, played) =>
  describeSearchServiceContract(played, loaded),
);

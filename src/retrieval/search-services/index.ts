/**
 * In display order. Form, settings file, key, tools and command line are derived from this list.
 */
import { registryOf } from "../../runtime/registry.ts";
import { brave } from "./brave.ts";
import { elasticsearch } from "./elasticsearch.ts";
import { googlePse } from "./google-pse.ts";
import { jsonTemplate } from "./json-template.ts";
import { mcp } from "./mcp.ts";
import { opensearch } from "./opensearch.ts";
import { searxng } from "./searxng.ts";
import type { SearchService } from "./service.ts";
import { wikipedia } from "./wikipedia.ts";

export const searchServices = registryOf<SearchService>([
  wikipedia,
  searxng,
  googlePse,
  brave,
  opensearch,
  elasticsearch,
  mcp,
  jsonTemplate,
]);

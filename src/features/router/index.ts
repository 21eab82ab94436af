/** Trains the router that chooses a search service for each query. */
import type { Feature } from "../../app/runtime/feature.ts";
import { routerName } from "./text/name.ts";

export const router: Feature = {
  id: "router",
  buttons: { kind: "router", labels: { menu: routerName, lab: routerName } },
  load: () => import("./view/parts.ts"),
};

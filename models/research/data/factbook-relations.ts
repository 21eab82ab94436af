/** All relations that are asked about. */
import type { Relation } from "./factbook-relation.ts";
import { economyRelations } from "./factbook-relations-economy.ts";
import { landRelations } from "./factbook-relations-land.ts";
import { peopleRelations } from "./factbook-relations-people.ts";
import { stateRelations } from "./factbook-relations-state.ts";
import { trafficRelations } from "./factbook-relations-traffic.ts";

export const relations: readonly Relation[] = [
  ...landRelations,
  ...peopleRelations,
  ...stateRelations,
  ...economyRelations,
  ...trafficRelations,
];

import { decoded } from "../../../app/runtime/routes.ts";

export type RunsRoute = { at: "list" } | { at: "compare"; runs: readonly [string, string] };

export function runsRoute(fragment: string): RunsRoute {
  const [, one, other] = fragment.split("/").map(decoded);
  return one && other ? { at: "compare", runs: [one, other] } : { at: "list" };
}

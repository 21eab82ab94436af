/** What the dialog's parts ask for. */
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import { type RouterWork, routerWorkFor } from "../work.ts";

export function useRouterWork(): RouterWork {
  return routerWorkFor(useRuntime().router);
}

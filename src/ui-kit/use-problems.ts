import { useMemo } from "react";
import type { Runtime } from "../app/runtime/runtime.ts";
import { useRouter, useSettings } from "../app/runtime/runtime-context.ts";
import type { MethodInfo } from "../runtime/method.ts";
import { type Facts, type Problem, settingsErrors } from "../runtime/settings-validation.ts";
import { isConfigured } from "../session/preferences.ts";
import { findMethodInfo, methodFacts } from "../session/presets.ts";
import { readyTools, refOf } from "../session/tools.ts";

/** Null when the stored method no longer exists. */
export function useMethod(): MethodInfo | null {
  return useSettings((state) => findMethodInfo(state.run.method));
}

/** Until the encoder is loaded, it is assumed to have heads. */
export function useFacts(): Omit<Facts, "uses"> {
  const large = useSettings((state) => isConfigured(state.large));
  const stored = useSettings((state) => state.tools);
  const keys = useSettings((state) => state.toolKeys);
  const tools = useMemo(
    () => readyTools(stored, keys).map(({ tool }) => refOf(tool)),
    [stored, keys],
  );
  const routerTools = useRouter((state) => state.policy?.toolIds ?? null);
  return useMemo(() => ({ large, heads: true, tools, routerTools }), [large, tools, routerTools]);
}

export function useErrors(): readonly Problem[] {
  const run = useSettings((state) => state.run);
  const method = useMethod();
  const facts = useFacts();
  return useMemo(
    () => settingsErrors(run, { ...facts, ...methodFacts(method) }),
    [run, facts, method],
  );
}

/** For use outside a component. */
export function errorsNow(runtime: Runtime): readonly Problem[] {
  const { run } = runtime.settings.getState();
  return settingsErrors(run, {
    ...factsNow(runtime),
    ...methodFacts(findMethodInfo(run.method)),
  });
}

export function factsNow({ settings, router }: Runtime): Omit<Facts, "uses"> {
  const { large, tools, toolKeys } = settings.getState();
  return {
    large: isConfigured(large),
    heads: true,
    tools: readyTools(tools, toolKeys).map(({ tool }) => refOf(tool)),
    routerTools: router.getState().policy?.toolIds ?? null,
  };
}

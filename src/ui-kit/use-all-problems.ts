import { useMemo } from "react";
import { useSettings } from "../app/runtime/runtime-context.ts";
import { validateSettings } from "../runtime/settings-notes.ts";
import type { Problem } from "../runtime/settings-validation.ts";
import { methodFacts } from "../session/presets.ts";
import { useFacts, useMethod } from "./use-problems.ts";

/** Errors first. */
export function useAllProblems(): readonly Problem[] {
  const run = useSettings((state) => state.run);
  const method = useMethod();
  const facts = useFacts();
  return useMemo(
    () => validateSettings(run, { ...facts, ...methodFacts(method) }),
    [run, facts, method],
  );
}

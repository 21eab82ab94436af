import { useEffect } from "react";
import { useRuntime, useSettings } from "../../../app/runtime/runtime-context.ts";
import { settingsText as words } from "../text/settings.ts";
import { Part } from "./Part.tsx";
import { ServerForm } from "./ServerForm.tsx";

export function LargePart() {
  const runtime = useRuntime();
  const large = useSettings((state) => state.large);
  useEffect(() => {
    void runtime.lookUpPrice(large);
  }, [runtime, large]);
  return (
    <Part name="large" title={words.large} help={words.largeHelp}>
      <ServerForm tier="large" />
    </Part>
  );
}

import { useState } from "react";
import { useSettings } from "../../../app/runtime/runtime-context.ts";
import { searchServices } from "../../../retrieval/search-services/index.ts";
import { newTool } from "../../../session/tool-entry.ts";
import type { StoredTool } from "../../../session/tools.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { SelectField, SwitchField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { toolsText as words } from "../text/tools.ts";
import { Part } from "./Part.tsx";
import sheet from "./SettingsDialog.module.css";
import { ToolForm } from "./ToolForm.tsx";
import { useAbout } from "./use-about.ts";

const css = classes(sheet);

export function ToolsPart() {
  const tools = useSettings((state) => state.tools);
  const remember = useSettings((state) => state.rememberToolKeys);
  const change = useSettings((state) => state.change);
  const [kind, setKind] = useState(searchServices.all[0]?.id ?? "");

  const about = useAbout(kind);

  function add(): void {
    const ids = tools.map(({ id }) => id);
    change({ tools: [...tools, newTool(kind, ids)] });
  }
  function replace(id: string, next: StoredTool | null): void {
    change({ tools: tools.flatMap((tool) => (tool.id === id ? (next ?? []) : tool)) });
  }

  return (
    <Part name="tools" title={words.title} help={words.help}>
      {tools.map((tool) => (
        <ToolForm key={tool.id} tool={tool} onChange={(next) => replace(tool.id, next)} />
      ))}
      <div className={css("adding")}>
        <SelectField
          label={words.kind}
          value={kind}
          options={searchServices.all.map(({ id, title, choice }) => ({
            value: id,
            label: choice ?? title,
          }))}
          help={about}
          onChange={setKind}
        />
        <p>
          <Button onClick={add}>{words.add}</Button>
        </p>
      </div>
      <SwitchField
        label={words.remember}
        help={words.rememberHelp}
        checked={remember}
        onChange={(rememberToolKeys) => change({ rememberToolKeys })}
      />
    </Part>
  );
}

import { type ReactNode, useEffect } from "react";
import { useRuntime, useView } from "../../../app/runtime/runtime-context.ts";
import { type SettingsPart, settingsPart } from "../../../app/runtime/view-store.ts";
import { Dialog, useDialog } from "../../../ui-kit/Dialog.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { settingsText } from "../text/settings.ts";
import { CapsPart } from "./CapsPart.tsx";
import { FilePart } from "./FilePart.tsx";
import { ForgetPart } from "./ForgetPart.tsx";
import { LargePart } from "./LargePart.tsx";
import { LibraryPart } from "./LibraryPart.tsx";
import { ModelsPart } from "./models/ModelsPart.tsx";
import { PartNav, showPart } from "./PartNav.tsx";
import { PrivacyPart } from "./PrivacyPart.tsx";
import sheet from "./SettingsDialog.module.css";
import { SmallPart } from "./SmallPart.tsx";
import { ToolsPart } from "./ToolsPart.tsx";

const css = classes(sheet);

const pages: Readonly<Record<SettingsPart, () => ReactNode>> = {
  small: () => <SmallPart />,
  models: () => <ModelsPart />,
  large: () => <LargePart />,
  privacy: () => <PrivacyPart />,
  caps: () => <CapsPart />,
  library: () => <LibraryPart />,
  tools: () => <ToolsPart />,
  file: () => (
    <>
      <FilePart />
      <ForgetPart />
    </>
  ),
};

export function SettingsDialog() {
  const runtime = useRuntime();
  const part = useView(settingsPart);
  useEffect(() => {
    if (part === null) return;
    void runtime.loadPriceList();
    void runtime.loadHubModels();
    showPart(part);
  }, [part, runtime]);
  return (
    <Dialog {...useDialog("settings")} title={settingsText.title}>
      {part === null ? null : (
        <div className={css("pages")}>
          <PartNav shown={part} />
          <div className={css("page")}>{pages[part]()}</div>
        </div>
      )}
    </Dialog>
  );
}

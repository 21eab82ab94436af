import { useDevice, useSettings } from "../../../app/runtime/runtime-context.ts";
import { threadBounds } from "../../../log/setting-bounds.ts";
import { chosenSmallModel, fitsDevice, smallModels } from "../../../session/device-store.ts";
import type { DeviceReport } from "../../../session/services.ts";
import { getsThreadsAnew } from "../../../session/threads.ts";
import { NumberField, SelectField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../ui-kit/text/errors.ts";
import { text } from "../../../ui-kit/text/page.ts";
import { settingsText as words } from "../text/settings.ts";
import { Part } from "./Part.tsx";
import { ServerForm } from "./ServerForm.tsx";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

const devices = ["auto", "wasm", "webgpu"] as const;
const places = ["tab", "server"] as const;

export function SmallPart() {
  const small = useSettings((state) => state.small);
  const change = useSettings((state) => state.change);
  return (
    <Part name="small" title={words.small} help={words.smallHelp}>
      <SelectField
        label={words.answersAt}
        value={small.at}
        options={places.map((value) => ({ value, label: words.at[value] }))}
        help={words.atHelp[small.at]}
        onChange={(at) => change({ small: { ...small, at } })}
      />
      {small.at === "server" ? <ServerForm tier="small" /> : <InTab />}
    </Part>
  );
}

function InTab() {
  const catalogue = useDevice((state) => state.catalogue);
  const report = useDevice((state) => state.report);
  const small = useSettings((state) => state.small);
  const change = useSettings((state) => state.change);
  const models = smallModels(catalogue);
  const chosen = chosenSmallModel(catalogue, small.modelId);
  const options = models.map((model) => {
    const fits = fitsDevice(model, report);
    return {
      value: model.id,
      label: fits ? model.title : `${model.title} (${words.doesNotFit})`,
      disabled: !fits,
      group: model.path === null ? words.fromHub : words.embedded,
    };
  });
  return (
    <>
      <SelectField
        label={words.model}
        value={chosen?.id ?? ""}
        options={options}
        help={
          chosen === null
            ? undefined
            : words.modelLine(chosen.bytes, chosen.memoryMB, chosen.licence)
        }
        onChange={(modelId) => change({ small: { ...small, modelId } })}
      />
      <div className={css("columns")}>
        <SelectField
          label={words.device}
          value={small.device}
          options={devices.map((value) => ({ value, label: text.devices[value] }))}
          onChange={(device) => change({ small: { ...small, device } })}
        />
        <NumberField
          label={words.threads}
          help={words.threadsAuto}
          value={small.threads}
          range={threadBounds}
          onChange={(threads) => change({ small: { ...small, threads } })}
        />
      </div>
      {report === null ? null : <DeviceLines report={report} />}
    </>
  );
}

function DeviceLines({ report }: { report: DeviceReport }) {
  const lines = [
    words.cores(report.logicalCores),
    report.freeBytes === null ? "" : words.free(report.freeBytes),
    report.isolated ? "" : getsThreadsAnew() ? words.threadsAnew : words.notIsolated,
    report.webgpu.usable ? words.webgpuReady : "",
  ].filter((line) => line !== "");
  return (
    <div className={css("group")}>
      <p className={css("soft")}>{lines.join(" ")}</p>
      {report.webgpu.usable ? null : (
        <p className={css("cause")}>
          <strong>{errorText(report.webgpu.error).title}.</strong>{" "}
          {errorText(report.webgpu.error).body}
        </p>
      )}
    </div>
  );
}

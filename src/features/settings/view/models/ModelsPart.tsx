import { useEffect, useMemo, useState } from "react";
import { useDevice, useRuntime, useSettings } from "../../../../app/runtime/runtime-context.ts";
import type { CatalogueModel } from "../../../../models/catalogue-model.ts";
import { engines } from "../../../../models/engines.ts";
import {
  chosenSmallModel,
  misfitOf,
  otherModels,
  smallModels,
} from "../../../../session/device-store.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { ConfirmButton } from "../../../../ui-kit/ConfirmButton.tsx";
import { LoadingRow } from "../../../../ui-kit/LoadingPanel.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../../ui-kit/text/errors.ts";
import { loadingText } from "../../../../ui-kit/text/loading.ts";
import { text } from "../../../../ui-kit/text/page.ts";
import { encoderRefusal, modelsText } from "../../text/models.ts";
import { Part } from "../Part.tsx";
import sheet from "./ModelsPart.module.css";
import { type Kept, useKeptModels } from "./use-kept-models.ts";

const css = classes(sheet);

export function ModelsPart() {
  const catalogue = useDevice((state) => state.catalogue);
  const { modelId: chosenId, at } = useSettings((state) => state.small);
  const models = useMemo(() => [...smallModels(catalogue), ...otherModels(catalogue)], [catalogue]);
  const chosen = chosenSmallModel(catalogue, chosenId);
  const kept = useKeptModels(models);
  return (
    <Part name="models" title={modelsText.title} help={`${modelsText.help} ${modelsText.tested}`}>
      <ul>
        {models.map((model) => (
          <ModelRow
            key={model.id}
            model={model}
            isChosen={at === "tab" && model.id === chosen?.id}
            kept={kept}
          />
        ))}
      </ul>
      <Room kept={kept} />
    </Part>
  );
}

function ModelRow(props: { model: CatalogueModel; isChosen: boolean; kept: Kept }) {
  const { model, isChosen, kept } = props;
  const { loaders } = useRuntime();
  const report = useDevice((state) => state.report);
  const small = useSettings((state) => state.small);
  const change = useSettings((state) => state.change);
  const misfit = misfitOf(model, report);
  const engine = engines.find(model.engine);
  const usedMs = loaders.lastUsedEpochMs(model.id);
  const keptBytes = kept.stored?.get(model.id) ?? null;
  const facts = [
    model.path === null ? modelsText.hub : modelsText.embedded,
    ...(model.role === "encoder" ? [modelsText.helper] : []),
    modelsText.facts(model.bytes, model.memoryMB, model.licence),
    ...(engine === null ? [] : [modelsText.engine(engine.title)]),
    ...(model.role === "encoder"
      ? []
      : [usedMs === null ? modelsText.neverUsed : modelsText.lastUsed(dateOf(usedMs))]),
    ...(kept.stored === null
      ? []
      : [keptBytes === null ? modelsText.notStored : modelsText.stored(keptBytes)]),
    ...(misfit === null ? [] : [modelsText.misfits[misfit]]),
  ];
  return (
    <li className={css("row", isChosen && "isChosen")}>
      <p>
        <strong>{model.title}</strong> <span className={css("soft")}>{facts.join(" · ")}</span>
      </p>
      {isChosen ? <Chosen /> : null}
      {model.role === "encoder" ? <OpenEncoder /> : null}
      <p className={css("ways")}>
        {isChosen || model.role === "encoder" ? null : (
          <Button
            disabled={misfit !== null}
            aria-label={modelsText.takeLong(model.title)}
            onClick={() => change({ small: { ...small, modelId: model.id, at: "tab" } })}
          >
            {modelsText.use}
          </Button>
        )}
        {keptBytes === null ? null : <Delete model={model} bytes={keptBytes} kept={kept} />}
      </p>
    </li>
  );
}

function Delete(props: { model: CatalogueModel; bytes: number; kept: Kept }) {
  const { model, bytes, kept } = props;
  if (kept.removing === model.id) return <span role="status">{modelsText.removing}</span>;
  return (
    <ConfirmButton
      framed
      open={modelsText.remove}
      openLong={modelsText.removeLong(model.title)}
      question={modelsText.removeAsk(bytes)}
      sure={modelsText.removeSure}
      sureLong={modelsText.removeSureLong(model.title)}
      keep={modelsText.keep}
      onSure={() => {
        document.getElementById("settings-models-title")?.focus();
        kept.remove(model);
      }}
    />
  );
}

function Chosen() {
  const runtime = useRuntime();
  const small = useDevice((state) => state.small);
  const load = () => void runtime.loaders.small(null).catch(() => undefined);
  switch (small.status) {
    case "ready":
      return (
        <p>
          {modelsText.loaded(text.devices[small.value.device === "webgpu" ? "webgpu" : "wasm"])}
          {small.value.refused === null ? null : ` ${modelsText.refused}`}
        </p>
      );
    case "loading":
      return (
        <div className={css("loading")}>
          <LoadingRow loading={small} />
          <Button onClick={() => runtime.loaders.cancel()}>{loadingText.cancel}</Button>
        </div>
      );
    case "failed":
      return (
        <div role="alert">
          <p>
            <strong>{errorText(small.error).title}.</strong> {errorText(small.error).body}
          </p>
          <Button onClick={load}>{modelsText.load}</Button>
        </div>
      );
    case "absent":
      return (
        <p className={css("ways")}>
          {modelsText.chosen} <Button onClick={load}>{modelsText.load}</Button>
        </p>
      );
  }
}

function OpenEncoder() {
  const library = useDevice((state) => state.library);
  if (library.status !== "ready") return null;
  const { device, refused } = library.value;
  return (
    <p>
      {modelsText.loaded(text.devices[device === "webgpu" ? "webgpu" : "wasm"])}
      {refused === null ? null : ` ${encoderRefusal(refused)}`}
    </p>
  );
}

function Room({ kept: { room, askToKeep } }: { kept: Kept }) {
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (room?.lasting === true) setRefused(false);
  }, [room]);
  if (room === null) return null;
  return (
    <div className={css("room")}>
      <p>
        {modelsText.room(room.usedBytes, room.quotaBytes)}{" "}
        {room.lasting ? modelsText.lasting : modelsText.passing}
      </p>
      {room.usedBytes === null || room.quotaBytes === null || room.quotaBytes === 0 ? null : (
        <meter
          min={0}
          max={room.quotaBytes}
          value={room.usedBytes}
          aria-label={modelsText.room(room.usedBytes, room.quotaBytes)}
        />
      )}
      {room.lasting ? null : (
        <Button onClick={() => void askToKeep().then((agreed) => setRefused(!agreed))}>
          {modelsText.askToKeep}
        </Button>
      )}
      <p role="status">{refused ? modelsText.refusedToKeep : ""}</p>
    </div>
  );
}

function dateOf(epochMs: number): string {
  return new Date(epochMs).toLocaleDateString("en", { dateStyle: "medium" });
}

/** All models that can run here: how large they are, which are kept, and what room there is. */
import { useEffect, useState } from "react";
import type { CatalogueModel } from "../../engines/catalogue.ts";
import { chosenSmallModel, fitsDevice, smallModels } from "../../state/device-store.ts";
import { Button } from "../shared/Button.tsx";
import { useDevice, useRuntime, useSettings } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import { errorText } from "../text/errors.ts";
import { modelsText } from "../text/models-en.ts";
import { LoadingRow } from "../tree/LoadingPanel.tsx";
import sheet from "./ModelsPart.module.css";
import { type Kept, useKeptModels } from "./use-kept-models.ts";

const css = classes(sheet);

export function ModelsPart() {
  const catalogue = useDevice((state) => state.catalogue);
  const chosenId = useSettings((state) => state.small.modelId);
  const models = smallModels(catalogue);
  const chosen = chosenSmallModel(catalogue, chosenId);
  const kept = useKeptModels(models);
  return (
    <section className={css("models")} aria-labelledby="models-title">
      <h3 id="models-title">{modelsText.title}</h3>
      <p className={css("soft")}>
        {modelsText.help} {modelsText.tested}
      </p>
      <ul className={css("list")}>
        {models.map((model) => (
          <ModelRow key={model.id} model={model} isChosen={model.id === chosen?.id} kept={kept} />
        ))}
      </ul>
      <Room kept={kept} />
    </section>
  );
}

function ModelRow(props: { model: CatalogueModel; isChosen: boolean; kept: Kept }) {
  const { model, isChosen, kept } = props;
  const { loaders } = useRuntime();
  const report = useDevice((state) => state.report);
  const small = useSettings((state) => state.small);
  const change = useSettings((state) => state.change);
  const fits = fitsDevice(model, report);
  const usedMs = loaders.lastUsedEpochMs(model.id);
  const isStored = kept.stored?.has(model.id) ?? false;
  const isKnown = kept.stored !== null && model.engine === "web-llm";
  const place =
    model.path !== null
      ? modelsText.embedded
      : `${modelsText.hub}${isKnown ? `, ${isStored ? modelsText.stored : modelsText.notStored}` : ""}`;
  const facts = [
    place,
    modelsText.facts(model.bytes, model.memoryMB, model.licence),
    usedMs === null ? modelsText.neverUsed : modelsText.lastUsed(dateOf(usedMs)),
    ...(fits ? [] : [modelsText.doesNotFit]),
  ];
  return (
    <li className={css("row", isChosen && "isChosen")}>
      <p>
        <strong>{model.title}</strong> <span className={css("soft")}>{facts.join(" · ")}</span>
      </p>
      {isChosen ? (
        <Chosen />
      ) : (
        <p className={css("ways")}>
          <Button
            disabled={!fits}
            aria-label={modelsText.takeLong(model.title)}
            onClick={() => change({ small: { ...small, modelId: model.id } })}
          >
            {modelsText.use}
          </Button>
          {isStored ? (
            <Button
              disabled={kept.removing === model.id}
              aria-label={modelsText.removeLong(model.title)}
              onClick={() => kept.remove(model)}
            >
              {kept.removing === model.id ? modelsText.removing : modelsText.remove}
            </Button>
          ) : null}
        </p>
      )}
    </li>
  );
}

/** The model that runs use: ready, on its way with one bar of bytes, or waiting to be wanted. */
function Chosen() {
  const runtime = useRuntime();
  const small = useDevice((state) => state.small);
  const load = () => void runtime.loaders.small(null).catch(() => undefined);
  switch (small.status) {
    case "ready":
      return (
        <p>
          {modelsText.loaded(
            text.settings.devices[small.value.device === "webgpu" ? "webgpu" : "wasm"],
          )}
          {small.value.refused === null ? null : ` ${modelsText.refused}`}
        </p>
      );
    case "loading":
      return (
        <div className={css("loading")}>
          <LoadingRow loading={small} />
          <Button onClick={() => runtime.loaders.cancel()}>{text.loading.cancel}</Button>
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

/** What all of it takes, and whether it may be cleared. */
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

/** Refinement, training and figures share their settings; this holds them. */
import { useMemo, useState } from "react";
import { useRouter } from "../../../app/runtime/runtime-context.ts";
import {
  defaultTrain,
  type TrainSettings,
} from "../../../methods/homo-router/training/predictor.ts";
import type { RefineSettings } from "../../../methods/homo-router/training/refine.ts";
import { usable } from "../study.ts";
import { FiguresPart } from "./FiguresPart.tsx";
import { RefinePart } from "./RefinePart.tsx";
import { TrainPart } from "./TrainPart.tsx";
import type { RouterToolSelection } from "./use-router-tools.ts";

/** The paper's, for English. */
const firstRefine = { k: 2, alpha: 0.5 };

export function StudyPart({ chosen, name, prices }: RouterToolSelection) {
  const rows = useRouter((state) => state.rows);
  const learnt = useRouter((state) => state.trained?.refine ?? state.refined?.settings);
  const isTrained = useRouter((state) => state.trained !== null);
  const [train, setTrain] = useState<TrainSettings>(defaultTrain);
  const [own, setRefine] = useState<RefineSettings | null>(null);
  const refine = own ?? learnt ?? firstRefine;
  const count = useMemo(() => usable(rows, chosen).length, [rows, chosen]);
  const trainable = chosen.length < 2 ? 0 : count;
  return (
    <>
      <RefinePart
        chosen={chosen}
        name={name}
        refine={refine}
        onRefine={setRefine}
        trainable={trainable}
      />
      <TrainPart
        chosen={chosen}
        name={name}
        refine={refine}
        train={train}
        onTrain={setTrain}
        trainable={trainable}
      />
      {isTrained && trainable >= 2 ? (
        <FiguresPart chosen={chosen} name={name} prices={prices} refine={refine} train={train} />
      ) : null}
    </>
  );
}

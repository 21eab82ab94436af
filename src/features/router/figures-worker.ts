/** HomoRouter's figures, away from the page: training again for each trial, then resampling. */
import { type RouterFigures, routerFigures } from "../../evaluation/router/figures.ts";
import {
  runTrials,
  type TrialProgress,
  type TrialRequest,
  type Trials,
} from "../../methods/homo-router/training/trials.ts";
import { forwarding, type RemoteCallback, type Settled, settle } from "../../shared/rpc/bridge.ts";

export interface Measured {
  trials: Trials;
  figures: RouterFigures;
}

export interface FiguresWorker {
  measure(
    request: TrialRequest,
    onProgress: RemoteCallback<TrialProgress>,
  ): Promise<Settled<Measured>>;
}

export function createFiguresWorker(): FiguresWorker {
  return {
    measure: (request, onProgress) =>
      settle(() =>
        forwarding(onProgress, (tell) => {
          const trials = runTrials(request, { onProgress: tell });
          return { trials, figures: routerFigures(trials) };
        }),
      ),
  };
}

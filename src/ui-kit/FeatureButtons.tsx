/** The buttons by which features open their dialogs from this place. */

import type { ButtonPlace } from "../app/runtime/feature.ts";
import { features } from "../app/runtime/features.ts";
import { useView } from "../app/runtime/runtime-context.ts";
import { TextButton } from "./Button.tsx";

export function FeatureButtons({ at }: { at: ButtonPlace }) {
  const open = useView((state) => state.open);
  return features.all.map(({ id, buttons }) =>
    buttons?.labels[at] === undefined ? null : (
      <TextButton key={id} onClick={() => open(buttons.kind, buttons.part)}>
        {buttons.labels[at]}
      </TextButton>
    ),
  );
}

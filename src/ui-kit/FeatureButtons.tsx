/** The buttons by which features open their dialogs from this place. */

import type { ButtonPlace } from "../app/runtime/feature.ts";
import { buttonsAt } from "../app/runtime/features.ts";
import { useView } from "../app/runtime/runtime-context.ts";
import { TextButton } from "./Button.tsx";

export function FeatureButtons({ at }: { at: ButtonPlace }) {
  const open = useView((state) => state.open);
  return buttonsAt(at).map(({ kind, part, label }) => (
    <TextButton key={kind} onClick={() => open(kind, part)}>
      {label}
    </TextButton>
  ));
}

/** The lab: batches of questions, asked in several configurations. */
import type { LabPlace } from "../shared/place.ts";
import { labBatchText as words } from "../text/lab-batch-en.ts";
import { LabHeading } from "./batch/LabHeading.tsx";

export function LabPage({ place }: { place: LabPlace }) {
  return <LabHeading key={place.at} title={words.title} />;
}

/** Text of recorded runs and of the guided tour. */
import { seconds } from "../../../ui-kit/text/format.ts";
import { day, modelName, shortDay } from "./recorded.ts";

export const playerText = {
  title: "A recorded run",
  tag: (atEpochMs: number, large: string | null) =>
    large === null
      ? `Recorded ${shortDay(atEpochMs)}, small model only`
      : `Recorded with ${modelName(large)} · ${shortDay(atEpochMs)}`,
  recorded: (atEpochMs: number) =>
    `A real run, recorded on ${day(atEpochMs)}. Playing it downloads no model and sends nothing.`,
  play: "Play",
  replay: "Play again",
  pause: "Pause",
  scrub: "Place in the recording",
  at: (ms: number, wholeMs: number) => `${seconds(ms / 1000)} of ${seconds(wholeMs / 1000)}`,
  close: "Close the recording",
  missing: "The recorded run did not come",
  offline: "This device is not connected.",
  changed:
    "The file that came (examples/arrival.runs.bin) does not match its checksum: it is damaged or was changed.",
  notSent: "The page's server did not send it, or the connection broke off.",
  tryAgain: "Try again",
  trying: "Trying again…",
  dismiss: "Go on without it",
  lookAround: "Take the tour (1 min)",
};

export const tourText = {
  title: "A look around",
  place: (step: number, of: number) => `${step} of ${of}`,
  next: "Next",
  back: "Back",
  done: "Done",
  skip: "Skip the rest",
  steps: [
    {
      heading: "The question",
      body: "Write one that takes several look-ups, or pick an example. Below the box you see what your first question downloads and what would leave this device, before you press Ask.",
    },
    {
      heading: "The switches",
      body: "Each stage is done by the small model on this device or by a large one that is paid for. Below each switch you see what the large model brought there, and what it costs. Flip one: an example shows the run that was recorded with it flipped.",
    },
    {
      heading: "The tree",
      body: "Every step grows here and is checked against the library. Press one to see its prompt, its passages and its verdict, and to correct it.",
    },
    {
      heading: "The meter",
      body: "What was spent so far, what all-large would have cost, and how many bytes left this device.",
    },
    {
      heading: "The sources",
      body: "Each mark in the answer opens the passage it rests on, with the words that support it.",
    },
  ],
};

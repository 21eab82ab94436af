/** Text of the recorded run that plays on arrival, and of the guided tour. */
import { seconds } from "../../../ui-kit/text/format.ts";

/** As price lists are dated. Not by `Intl`, whose first use holds up the page on arrival. */
const day = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10);

export const playerText = {
  title: "A recorded run",
  recorded: (atEpochMs: number, model: string, library: string) =>
    `A real run, recorded on ${day(atEpochMs)} with the embedded models (${model}) on ${library}. Nothing is loaded or sent to show it.`,
  play: "Play",
  replay: "Play again",
  pause: "Pause",
  back: "One step back",
  forward: "One step on",
  scrub: "Place in the recording",
  at: (ms: number, wholeMs: number) => `${seconds(ms / 1000)} of ${seconds(wholeMs / 1000)}`,
  askYourOwn: "Ask your own",
  close: "Close the recording",
  missing: "The recorded run did not come",
  offline: "This device is not connected.",
  changed:
    "The file that came (examples/arrival.run.json) does not match its checksum: it is damaged or was changed.",
  notSent: "The page's server did not send it, or the connection broke off.",
  goesOn: "So none is shown here. Everything else works, and what you ask needs nothing of it.",
  tryAgain: "Try again",
  trying: "Trying again…",
  dismiss: "Go on without it",
  lookAround: "Look around in five steps",
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
      body: "Write one that takes several look-ups, or pick an example. Below the box stands what Ask would load and what would leave this device, before you press it.",
    },
    {
      heading: "The switches",
      body: "Planning, reading and concluding are each done by the small model on this device or by a large one that is paid for. The line shows which is at work.",
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

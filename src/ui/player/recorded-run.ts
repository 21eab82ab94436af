/** The run that came with the page. Made by `npm run ask -- --json`; its log says when, and by which models. */
const address = new URL("examples/nouakchott.run.json", document.baseURI).href;

let begun: Promise<string> | null = null;

/** Before anybody asks for it. */
export function beginRecordedRun(): Promise<string> {
  begun = fetchRun();
  return begun;
}

/** As it was written. */
export function recordedRun(): Promise<string> {
  const run = begun ?? fetchRun();
  begun = null;
  return run;
}

async function fetchRun(): Promise<string> {
  return (await fetch(address)).text();
}

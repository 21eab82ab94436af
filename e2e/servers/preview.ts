/** Serves the build for the journeys, as `npm start` does, and hears what the page's policy refuses. */
import { preview } from "vite";
import { hearViolations, tellViolations } from "./violations.ts";

const port = 4173;

await preview({
  preview: { port, strictPort: true, open: false },
  plugins: [hearViolations(), tellViolations(`http://localhost:${port}`)],
});

/** What every component test needs around it. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

/** A part that is loaded when it is opened may take its time on a busy machine. */
configure({ asyncUtilTimeout: 60_000 });

/** What is left on the screen would go on working after the file's document is gone, and fail the run. */
afterEach(cleanup);

/** Happy DOM would ask a server at localhost. */
globalThis.fetch = () => Promise.reject(new TypeError("component tests have no network"));

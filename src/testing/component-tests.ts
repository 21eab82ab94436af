/** Setup for every component test. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

/** Lazy-loaded parts may be slow on a busy machine. */
configure({ asyncUtilTimeout: 60_000 });

/** Anything still mounted would run after the test file's document is gone, and fail the run. */
afterEach(cleanup);

/** Happy DOM would ask a server at localhost. */
globalThis.fetch = () => Promise.reject(new TypeError("component tests have no network"));

import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

/** Lazy parts are slow on a busy machine. */
configure({ asyncUtilTimeout: 60_000 });

/** Mounted parts would outlive the file's document. */
afterEach(cleanup);

/** Without this, Happy DOM would ask localhost. */
globalThis.fetch = () => Promise.reject(new TypeError("component tests have no network"));

/** For component tests: a part that is loaded when it is opened may take its time on a busy machine. */
import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 15_000 });

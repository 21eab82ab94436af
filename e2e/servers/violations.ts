/**
 * What a browser refuses under the page's policy, heard from wherever it happens: pages, workers,
 * their threads, the service worker. The policy is sent a second time as one that only reports.
 */
import type { Plugin } from "vite";
import { beforeAll, contentSecurityPolicy } from "../../src/app/security/content-security.ts";

export const violationsPath = "/violations";

/** `hearer` is the server that keeps the reports; the other servers of a test tell it theirs. */
export function tellViolations(hearer: string): Plugin {
  const address = new URL(violationsPath, hearer).href;
  const policy = `${contentSecurityPolicy([beforeAll])}; report-uri ${address}`;
  return {
    name: "tell-violations",
    configurePreviewServer({ middlewares }) {
      middlewares.use((_request, response, next) => {
        response.setHeader("Content-Security-Policy-Report-Only", policy);
        next();
      });
    },
  };
}

/** POST is a browser's report; GET answers with all since the last time. */
export function hearViolations(): Plugin {
  let heard: string[] = [];
  return {
    name: "hear-violations",
    configurePreviewServer({ middlewares }) {
      middlewares.use(violationsPath, (request, response) => {
        if (request.method === "GET") {
          response.setHeader("Content-Type", "application/json");
          response.end(JSON.stringify(heard));
          heard = [];
          return;
        }
        let body = "";
        request.setEncoding("utf8");
        request.on("data", (chunk: string) => {
          body += chunk;
        });
        request.on("end", () => {
          heard.push(body);
          response.statusCode = 204;
          response.end();
        });
      });
    },
  };
}

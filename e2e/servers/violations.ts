/**
 * What a browser refuses under the page's policy, heard from wherever it happens: pages, workers,
 * their threads, the service worker. The policy is sent a second time as one that only reports.
 */
import type { Plugin } from "vite";
import { beforeAll, contentSecurityPolicy } from "../../src/app/security/content-security.ts";

const path = "/violations";
/** Each worker of the tests has servers of its own in its own process, and so a list of its own. */
let heard: string[] = [];

/** All since the last time, at whichever server of this process. */
export function takeViolations(): string[] {
  const taken = heard;
  heard = [];
  return taken;
}

export function hearViolations(): Plugin {
  const policy = `${contentSecurityPolicy([beforeAll])}; report-uri ${path}`;
  return {
    name: "hear-violations",
    configurePreviewServer({ middlewares }) {
      middlewares.use(path, (request, response) => {
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
      middlewares.use((_request, response, next) => {
        response.setHeader("Content-Security-Policy-Report-Only", policy);
        next();
      });
    },
  };
}

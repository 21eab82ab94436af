/**
 * Collects violations from pages, workers, threads and the service worker; the policy is sent again
 * as report-only.
 */
import type { Plugin } from "vite";
import { beforeAll, contentSecurityPolicy } from "../../src/app/security/content-security.ts";

const path = "/violations";
/** Each worker has its own process. */
let heard: string[] = [];

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

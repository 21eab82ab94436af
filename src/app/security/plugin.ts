/**
 * Vite plugin: adds the policy to the built page and the headers to the preview server's responses.
 */
import type { Plugin } from "vite";
import { beforeAll, contentSecurityPolicy } from "./content-security.ts";
import { pageHeaders, referrerPolicy } from "./headers.ts";

/** Not in the development server, which injects its own scripts. */
export function pageSecurity(): Plugin[] {
  return [
    {
      name: "page-policy",
      apply: "build",
      transformIndexHtml: () => [
        {
          tag: "meta",
          attrs: {
            "http-equiv": "Content-Security-Policy",
            content: contentSecurityPolicy([beforeAll]),
          },
          injectTo: "head-prepend",
        },
        { tag: "meta", attrs: { name: "referrer", content: referrerPolicy }, injectTo: "head" },
        // After the charset, which browsers look for in the first kilobyte.
        { tag: "script", children: beforeAll, injectTo: "head" },
      ],
    },
    {
      name: "page-headers",
      configurePreviewServer({ middlewares }) {
        middlewares.use((_request, response, next) => {
          for (const [name, value] of pageHeaders()) response.setHeader(name, value);
          next();
        });
      },
    },
  ];
}

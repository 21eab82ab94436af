/**
 * The first script: blocks the page when another site frames it. The files that `index.html` lists
 * run one by one, each as its own task: in one piece they would block the main thread noticeably.
 * The development server lists no such files and serves one bundle.
 */

import { isFramed } from "./app/security/framed.ts";
import { allowOwnScripts } from "./shared/own-scripts.ts";
import { yieldToMain } from "./shared/yield-to-main.ts";
import { bootText as words } from "./ui-kit/text/boot.ts";

async function boot(): Promise<void> {
  allowOwnScripts();
  const files = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  for (const { href } of files) {
    await import(/* @vite-ignore */ href);
    await yieldToMain();
  }
  await import("./main.tsx");
}

/** Replaces the page with a sentence and one link, the only control. */
function showInstead(sentence: string, link: HTMLAnchorElement): void {
  const main = document.createElement("main");
  main.className = "instead";
  const name = document.createElement("h1");
  name.textContent = document.title;
  const why = document.createElement("p");
  why.textContent = sentence;
  link.href = location.href;
  main.append(name, why, link);
  document.getElementById("root")?.replaceChildren(main);
}

function linkOf(title: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.textContent = title;
  return link;
}

if (isFramed()) {
  const itself = linkOf(words.itself);
  itself.target = "_top";
  showInstead(words.framed, itself);
} else {
  boot().catch(() => {
    const again = linkOf(words.again);
    // A link to the same address might only scroll.
    again.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
    // The cause, if the script before all others set it.
    showInstead(document.documentElement.dataset["fault"] ?? words.incomplete, again);
  });
}

/**
 * The first script. Framed by another page, nothing else runs. The files that `index.html` asks for
 * run one by one, each a task of its own: as one piece they would hold up the page's thread for
 * longer than a person should notice. The development server names no such files, and the page
 * comes as one.
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

/** In place of the page: a sentence, and one link, which is all that can be pressed. */
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
    // To the same address, a link may only scroll.
    again.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
    // The cause, where the script before all others knows it.
    showInstead(document.documentElement.dataset["fault"] ?? words.incomplete, again);
  });
}

/**
 * The first script. The files that `index.html` asks for run one by one, each as a task of its
 * own: as one piece they would hold up the page's thread for longer than a person should notice.
 * The development server names no such files, and the page comes as one.
 */
import { nextTask } from "./next-task.ts";

async function boot(): Promise<void> {
  const files = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  for (const { href } of files) {
    await import(/* @vite-ignore */ href);
    await nextTask();
  }
  await import("./main.tsx");
}

void boot();

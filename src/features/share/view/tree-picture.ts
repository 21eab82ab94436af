/** The whole tree as a picture file, drawn aside: what is in sight, and how, does not matter. */
import type { Trace } from "../../../folds/trace.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { embeddedFonts, pictureAsSvg } from "../../tree/drawing/picture-export.ts";
import { treeItems } from "../../tree/drawing/tree-model.ts";
import { contentBox, createTreeView } from "../../tree/drawing/tree-view.ts";
import { createItemText } from "../../tree/view/measure.ts";
import sheet from "../../tree/view/TreePicture.module.css";
import { treeWords } from "../../tree/view/words.ts";

const css = classes(sheet);

/** SVG text. */
export async function treeAsSvg(trace: Trace): Promise<string> {
  const aside = document.createElement("div");
  aside.setAttribute("aria-hidden", "true");
  aside.style.cssText = "position:fixed;left:-10000px;top:0;width:800px;height:600px";
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("class", css("picture", "across"));
  const content = document.createElementNS("http://www.w3.org/2000/svg", "g");
  drawing.append(content);
  aside.append(drawing);
  document.body.append(aside);
  try {
    await document.fonts?.ready;
    const view = createTreeView(content, createItemText(), treeWords, {
      onSelect: () => undefined,
      onPoint: () => undefined,
    });
    const layout = view.update(treeItems(trace), { orientation: "across", durationMs: 0 });
    return pictureAsSvg(drawing, {
      title: trace.start?.question ?? "",
      box: contentBox(layout),
      paper: getComputedStyle(document.body).backgroundColor,
      fonts: await embeddedFonts(drawing.textContent),
    });
  } finally {
    aside.remove();
  }
}

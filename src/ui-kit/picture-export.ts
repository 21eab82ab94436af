/** The file is standalone: styles and glyphs are embedded. */
/** Copied from the page's style sheets. */
const looks = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "text-decoration-line",
] as const;

export interface PictureParts {
  title: string;
  /** The visible area, in the drawing's units. */
  box: { x: number; y: number; width: number; height: number };
  paper: string;
  /** Rules with embedded files. */
  fonts: string;
  caption?: readonly string[];
}

const namespace = "http://www.w3.org/2000/svg";
/** On each side, in the drawing's units. */
export const pictureMargin = 24;

const captionLine = 19;
const captionFont = "'Instrument Sans Variable', sans-serif";

export function captionHeight(lines: number): number {
  return lines === 0 ? 0 : lines * captionLine + 8;
}

/**
 * The drawing must be in the document to have computed styles. Interactive elements are removed.
 */
export function pictureAsSvg(drawing: SVGSVGElement, parts: PictureParts): string {
  const { title, box, paper, fonts, caption = [] } = parts;
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error("a copy of a drawing is a drawing");
  writeLooks(drawing, copy);
  for (const hand of copy.querySelectorAll("[data-hit], [data-hand]")) hand.remove();
  for (const name of ["class", "style", "aria-hidden"]) copy.removeAttribute(name);
  const x = Math.floor(box.x - pictureMargin);
  const y = Math.floor(box.y - pictureMargin);
  const width = Math.ceil(box.width + 2 * pictureMargin);
  const height = Math.ceil(box.height + 2 * pictureMargin + captionHeight(caption.length));
  copy.setAttribute("xmlns", namespace);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.prepend(
    made("title", {}, title),
    made("style", {}, fonts),
    made("rect", { x: String(x), y: String(y), width: "100%", height: "100%", fill: paper }),
  );
  const ink = getComputedStyle(document.body).color;
  const below = box.y + box.height + pictureMargin;
  copy.append(
    ...caption.map((line, index) =>
      made(
        "text",
        {
          ...{ x: String(box.x), y: String(below + index * captionLine), fill: ink },
          ...{ "font-family": captionFont, "font-size": "13" },
        },
        line,
      ),
    ),
  );
  return new XMLSerializer().serializeToString(copy);
}

/** The drawing needs a view box. */
export async function framedPicture(drawing: SVGSVGElement, title: string): Promise<string> {
  const { x, y, width, height } = drawing.viewBox.baseVal;
  return pictureAsSvg(drawing, {
    title,
    box: { x, y, width, height },
    paper: getComputedStyle(document.body).backgroundColor,
    fonts: await embeddedFonts(drawing.textContent ?? ""),
  });
}

function made(name: string, fields: Record<string, string>, text = ""): SVGElement {
  const element = document.createElementNS(namespace, name);
  for (const [field, value] of Object.entries(fields)) element.setAttribute(field, value);
  element.textContent = text;
  return element;
}

function writeLooks(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of looks) {
    const value = style.getPropertyValue(name);
    if (value !== "")
      to.setAttribute(name === "text-decoration-line" ? "text-decoration" : name, value);
  }
  if (to.classList.contains("hit")) to.setAttribute("data-hit", "");
  to.removeAttribute("class");
  for (const name of Object.keys(to instanceof SVGElement ? to.dataset : {})) {
    if (name !== "hit" && name !== "hand") to.removeAttribute(`data-${name}`);
  }
  for (const [index, child] of [...from.children].entries()) {
    const twin = to.children[index];
    if (twin !== undefined) writeLooks(child, twin);
  }
}

/** Chosen to be sharp in print. */
const pngScale = 2;
/** Browsers limit each side, in pixels. */
const longestSide = 16_000;

/** Rejects if the browser cannot paint it. */
export async function svgAsPng(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const longest = Math.max(image.width, image.height);
    const scale = Math.min(pngScale, longestSide / longest);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error("nothing was painted"));
        else resolve(blob);
      }, "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

export async function embeddedFonts(text: string): Promise<string> {
  const codes = new Set([...text].map((letter) => letter.codePointAt(0) ?? 0));
  const rules = [...document.styleSheets].flatMap(rulesOf).filter((rule) => hasAny(rule, codes));
  const written = await Promise.all(rules.map(withFile));
  return written.join("\n");
}

/** A cross-origin style sheet cannot be read. */
function rulesOf(sheet: CSSStyleSheet): CSSFontFaceRule[] {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  } catch {
    return [];
  }
}

function hasAny({ style }: CSSFontFaceRule, codes: ReadonlySet<number>): boolean {
  const ranges = style.getPropertyValue("unicode-range");
  if (ranges === "") return true;
  return ranges.split(",").some((range) => {
    const [from = "", to = from] = range.trim().replace(/^U\+/iu, "").split("-");
    const first = Number.parseInt(from.replaceAll("?", "0"), 16);
    const last = Number.parseInt(to.replaceAll("?", "F"), 16);
    return [...codes].some((code) => code >= first && code <= last);
  });
}

/** "" if the file cannot be loaded. */
async function withFile({ style, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const source = style.getPropertyValue("src");
  const address = /url\("?([^")]+)"?\)/u.exec(source)?.[1];
  if (address === undefined) return "";
  const file = new URL(address, parentStyleSheet?.href ?? document.baseURI);
  const data = await fetch(file)
    .then((response) => response.blob())
    .then(asDataAddress)
    .catch(() => null);
  if (data === null) return "";
  const fields = ["font-family", "font-style", "font-weight", "unicode-range"]
    .map((name) => [name, style.getPropertyValue(name)] as const)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}:${value}`);
  return `@font-face{${fields.join(";")};src:url(${data})}`;
}

function asDataAddress(blob: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(blob);
  });
}

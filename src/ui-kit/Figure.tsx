import { type ReactNode, useId, useRef, useState } from "react";
import { TextButton } from "./Button.tsx";
import { csvText, type Table } from "./csv.ts";
import sheet from "./Figure.module.css";
import { framedPicture, svgAsPng } from "./picture-export.ts";
import { saveBlob } from "./save-file.ts";
import { classes } from "./styles/classes.ts";
import { figureText as words } from "./text/figure.ts";

const css = classes(sheet);

export function Figure(props: {
  title: string;
  help: string;
  file: string;
  table: () => Table;
  /** True if there is no picture to save. */
  isTable?: boolean;
  children: ReactNode;
}) {
  const { title, help, file, table, isTable = false, children } = props;
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const [failed, setFailed] = useState(false);

  const drawing = () => frame.current?.querySelector<SVGSVGElement>("svg[data-picture]") ?? null;
  async function savePicture(form: "svg" | "png"): Promise<void> {
    const found = drawing();
    if (found === null) return;
    try {
      const svg = await framedPicture(found, title);
      const blob =
        form === "png" ? await svgAsPng(svg) : new Blob([svg], { type: "image/svg+xml" });
      saveBlob(`${file}.${form}`, blob);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }
  async function saveCsv(): Promise<void> {
    saveBlob(`${file}.csv`, new Blob([await csvText(table())], { type: "text/csv" }));
  }

  const asSvg = [words.svg, () => void savePicture("svg")] as const;
  const asPng = [words.png, () => void savePicture("png")] as const;
  const asCsv = [words.csv, () => void saveCsv()] as const;
  return (
    <section ref={frame} className={css("figure")} aria-labelledby={id}>
      <header className={css("head")}>
        <h3 id={id}>{title}</h3>
        <div className={css("exports")}>
          {(isTable ? [asCsv] : [asSvg, asPng, asCsv]).map(([form, save]) => (
            <TextButton key={form} aria-label={words.saveAs(title, form)} onClick={save}>
              {form}
            </TextButton>
          ))}
        </div>
      </header>
      <p className={css("help")}>{help}</p>
      {failed ? <p role="alert">{words.failed}</p> : null}
      {children}
    </section>
  );
}

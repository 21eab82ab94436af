import type { ReactNode } from "react";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { compareText } from "../../text/compare.ts";
import sheet from "./TwoTrees.module.css";

const css = classes(sheet);

export function TwoTrees({ children }: { children: ReactNode }) {
  return <div className={css("twoTrees")}>{children}</div>;
}

export function TreeSide(props: { title: string; level: "h3" | "h4"; children: ReactNode }) {
  const { title, level: Heading, children } = props;
  return (
    <section aria-label={compareText.treeOf(title)} className={css("oneTree")}>
      <Heading>{title}</Heading>
      {children}
    </section>
  );
}

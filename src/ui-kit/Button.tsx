/** The two kinds of button: the one that acts, and the one that reads like a link. */
import type { ComponentProps } from "react";
import sheet from "./Button.module.css";
import { classes } from "./styles/classes.ts";

const css = classes(sheet);

type ButtonProps = Omit<ComponentProps<"button">, "className" | "type">;

/** `main` is for the one thing a person came to do. */
export function Button({ main = false, ...props }: ButtonProps & { main?: boolean }) {
  return <button type="button" className={css("button", main && "main")} {...inert(props)} />;
}

export function TextButton(props: ButtonProps) {
  return <button type="button" className={css("text")} {...inert(props)} />;
}

/** Disabled by the browser, a button would drop the focus of whoever has just pressed it. */
function inert({ disabled, ...props }: ButtonProps): ButtonProps {
  return disabled ? { ...props, "aria-disabled": true, onClick: undefined } : props;
}

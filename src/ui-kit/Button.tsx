import type { ComponentProps } from "react";
import sheet from "./Button.module.css";
import { classes } from "./styles/classes.ts";

const css = classes(sheet);

type ButtonProps = Omit<ComponentProps<"button">, "className" | "type">;

export function Button({ main = false, ...props }: ButtonProps & { main?: boolean }) {
  return <button type="button" className={css("button", main && "main")} {...inert(props)} />;
}

export function TextButton(props: ButtonProps) {
  return <button type="button" className={css("text")} {...inert(props)} />;
}

/** Uses aria-disabled, because a natively disabled button would lose the focus. */
function inert({ disabled, ...props }: ButtonProps): ButtonProps {
  return disabled ? { ...props, "aria-disabled": true, onClick: undefined } : props;
}

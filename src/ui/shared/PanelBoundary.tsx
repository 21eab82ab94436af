/** Keeps a fault in one panel from taking the page with it. */
import { Component, type ReactNode } from "react";
import { text } from "../text/en.ts";
import { TextButton } from "./Button.tsx";

interface Props {
  children: ReactNode;
  /** An extra that nobody misses: when its code cannot be had, nothing stands in its place. */
  quiet?: boolean;
}

interface State {
  broken: boolean;
}

export class PanelBoundary extends Component<Props, State> {
  override state: State = { broken: false };

  static getDerivedStateFromError(): State {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    if (this.props.quiet === true) return null;
    return (
      <p role="alert">
        {text.page.panelBroke}{" "}
        <TextButton onClick={() => this.setState({ broken: false })}>
          {text.page.showAgain}
        </TextButton>
      </p>
    );
  }
}

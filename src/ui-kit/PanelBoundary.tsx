/** Keeps a fault in one panel from taking the page with it. */
import { Component, type ReactNode } from "react";
import { TextButton } from "./Button.tsx";
import { fetchFailedAgain } from "./lazy-part.tsx";
import { text } from "./text/page.ts";

interface Props {
  children: ReactNode;
  /** An extra that nobody misses: when its code cannot be had, nothing stands in its place. */
  quiet?: boolean;
  /** What is said in its place, where that is not what is said of any panel. */
  words?: string;
}

interface State {
  broken: boolean;
}

export class PanelBoundary extends Component<Props, State> {
  override state: State = { broken: false };

  static getDerivedStateFromError(): State {
    return { broken: true };
  }

  /** Where its code could not be fetched, that is tried anew. */
  private showAgain(): void {
    fetchFailedAgain();
    this.setState({ broken: false });
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    if (this.props.quiet === true) return null;
    return (
      <p role="alert">
        {this.props.words ?? text.page.panelBroke}{" "}
        <TextButton onClick={() => this.showAgain()}>{text.page.showAgain}</TextButton>
      </p>
    );
  }
}

import { Component, type ReactNode } from "react";
import { TextButton } from "./Button.tsx";
import { fetchFailedAgain } from "./lazy-part.tsx";
import { text } from "./text/page.ts";

interface Props {
  children: ReactNode;
  /** Renders nothing if its chunk fails to load. */
  quiet?: boolean;
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

  /** Also retries a failed fetch. */
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

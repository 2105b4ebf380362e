import { Component, type ReactNode } from "react";
import { Button, ErrorCard } from "../ui/index.js";

export interface ErrorBoundaryProps {
  /** Name of the content for the message, such as "The workbench". */
  readonly name: string;
  /** Shown in place of the usual card; null shows nothing. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: Error | null;
}

/** Contains the failure of a part of the page, and reports it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return (
      <div className="app-failed">
        <ErrorCard
          title={`${this.props.name} failed`}
          message={`${error.message}\nThe open model is unaffected: try again, or reload the page.`}
          actions={
            <>
              <Button variant="primary" onPress={() => this.setState({ error: null })}>
                Try again
              </Button>
              <Button onPress={() => location.reload()}>Reload the page</Button>
            </>
          }
        />
      </div>
    );
  }
}

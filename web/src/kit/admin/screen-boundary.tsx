import { Component, type ReactNode, Suspense } from "react";
import { Button } from "../button";
import { Skeleton } from "../skeleton";
import { StatePanel } from "./list";

interface ScreenBoundaryProps {
  /** The name of its content, as the start of a sentence. */
  what?: string;
  /** Shown until its content is loaded. */
  waiting?: ReactNode;
  children: ReactNode;
}

/** Shows a placeholder until the scripts of a screen, or of a part of one, have loaded, and an error when they cannot be loaded. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { what = "This screen", waiting = <ScreenSkeleton />, children } = this.props;
    if (this.state.hasFailed) return <FailedScreen what={what} />;
    return <Suspense fallback={waiting}>{children}</Suspense>;
  }
}

function FailedScreen({ what }: { what: string }) {
  return (
    <div role="alert">
      <StatePanel
        title={`${what} couldn't be shown`}
        text="The connection may have dropped, or the site was just updated."
      >
        <Button tone="brass" onClick={() => location.reload()}>
          Reload
        </Button>
      </StatePanel>
    </div>
  );
}

function ScreenSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="mt-3 h-5 max-w-xl" />
      <Skeleton className="mt-6 h-72" />
    </div>
  );
}

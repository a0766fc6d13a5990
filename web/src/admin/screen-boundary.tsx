import { Component, type ReactNode, Suspense } from "react";
import { Button } from "../ui/button";
import { Skeleton } from "../ui/skeleton";
import { StatePanel } from "./state-panel";

interface ScreenBoundaryProps {
  children: ReactNode;
}

/** Stands around a screen: keeps its place until its scripts are there, and offers a way on when they do not come. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (this.state.hasFailed) return <FailedScreen />;
    return <Suspense fallback={<ScreenSkeleton />}>{this.props.children}</Suspense>;
  }
}

function FailedScreen() {
  return (
    <div role="alert">
      <StatePanel
        title="This screen could not be shown"
        text="The connection may have failed, or the site may have been updated meanwhile."
      >
        <Button tone="brass" onClick={() => location.reload()}>
          Load again
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

import { Skeleton } from "../skeleton";
import { panelRows } from "./styles";

/** The placeholder of a list in a panel. */
export function LoadingRows({ what }: { what: string }) {
  return (
    <div role="status" className={`${panelRows} mt-5`}>
      <span className="sr-only">Loading {what}</span>
      {[1, 2, 3].map((index) => (
        <div key={index} className="px-4 py-3">
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="mt-2 h-4 w-40" />
        </div>
      ))}
    </div>
  );
}

import { Button } from "./button";

interface FailedListProps {
  /** What is in the list: "categories". */
  items: string;
  isRetrying: boolean;
  retry: () => void;
}

/** What a page shows in place of a list that couldn't be loaded. */
export function FailedList({ items, isRetrying, retry }: FailedListProps) {
  return (
    <div role="alert" className="border-t border-hairline pt-8">
      <p className="text-muted">{`We couldn't load the ${items}. The connection may have dropped for a moment.`}</p>
      <Button className="mt-6" disabled={isRetrying} onClick={retry}>
        Try again
      </Button>
    </div>
  );
}

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "../button";

interface MoreButtonProps {
  list: Pick<
    UseInfiniteQueryResult,
    "isFetchNextPageError" | "hasNextPage" | "isFetchingNextPage" | "isPlaceholderData" | "fetchNextPage"
  >;
  what: string;
}

/** The button that loads the next page of a list, while there is one. */
export function MoreButton({ list, what }: MoreButtonProps) {
  return (
    <>
      {list.isFetchNextPageError ? (
        <p role="alert" className="mt-5 text-danger text-sm">
          Couldn't load more {what}.
        </p>
      ) : null}
      {list.hasNextPage ? (
        <Button
          className="mt-5"
          disabled={list.isFetchingNextPage || list.isPlaceholderData}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? "Loading..." : "Show more"}
        </Button>
      ) : null}
    </>
  );
}

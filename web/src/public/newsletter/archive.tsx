import { useQuery } from "@tanstack/react-query";
import { issuesQuery } from "../../api/issues";
import { buttonStyle } from "../../kit/button";
import { EmptyList, ListOf } from "../../kit/page-state";
import { Column, IssueLine, PageTitle } from "./page-parts";

const subscribe = (
  <a href="/newsletter" className={buttonStyle({ tone: "brass" })}>
    Subscribe
  </a>
);

/** All issues that have been sent, the newest first. */
export function Archive() {
  const query = useQuery(issuesQuery());
  return (
    <Column>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <PageTitle>Past newsletter issues</PageTitle>
        {query.data?.length ? subscribe : null}
      </div>
      <ListOf query={query} items="issues">
        {(issues) =>
          issues.length === 0 ? (
            <EmptyList text="No issue has been sent yet. Subscribe to get the first one.">{subscribe}</EmptyList>
          ) : (
            <ol className="divide-y divide-hairline border-y border-hairline">
              {issues.map((issue) => (
                <li key={issue.number}>
                  <IssueLine issue={issue} level="h2" />
                </li>
              ))}
            </ol>
          )
        }
      </ListOf>
    </Column>
  );
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type ReachFinding, type ReachPage, reachPagesQuery } from "../../api/reach";
import { AdminLink } from "../../kit/admin/link";
import { MoreButton } from "../../kit/admin/more-button";
import { Loaded } from "../../kit/admin/state-panel";
import { jumpTarget, panel } from "../../kit/admin/styles";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";

interface FindingPagesProps {
  finding: ReachFinding;
  /** Opens the dialog of a tool. */
  edit: (page: ReachPage) => void;
}

const item = "flex w-full min-h-11 items-center rounded-lg px-2 py-2 text-left text-sm wrap-anywhere hover:bg-raised-2";

/** The pages of a finding. A tool opens in its dialog, a category or a collection in their lists, another page for itself. */
export function FindingPages({ finding, edit }: FindingPagesProps) {
  const list = useInfiniteQuery(reachPagesQuery(finding.id));
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="finding-pages"
      className={`${panel} ${jumpTarget} mt-5 min-w-0 px-4 py-5 sm:p-6`}
    >
      <h2 id="finding-pages" className="font-display text-2xl">
        {finding.name} <span className="text-muted tabular-nums">({formatCount(finding.pages)})</span>
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">{finding.reason}</p>
      <Loaded query={list} failure="Couldn't load the list" loading={<Skeleton className="h-48 rounded-lg" />}>
        {(data) => (
          <ul className="-mx-2 grid sm:grid-cols-2 lg:grid-cols-3">
            {data.pages
              .flatMap(({ pages }) => pages)
              .map((page) => (
                <li key={`${page.kind} ${page.slug}`} className="min-w-0">
                  <FoundPage page={page} edit={edit} />
                </li>
              ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={list} what="pages" />
    </section>
  );
}

function FoundPage({ page, edit }: { page: ReachPage; edit: (page: ReachPage) => void }) {
  switch (page.kind) {
    case "tool":
      return (
        <button type="button" className={item} aria-label={`Edit ${page.name}`} onClick={() => edit(page)}>
          {page.name}
        </button>
      );
    case "category":
    case "collection":
      return (
        <AdminLink href={page.kind === "category" ? "/admin/categories" : "/admin/collections"} className={item}>
          {page.name}
        </AdminLink>
      );
    default:
      return (
        <a href={`/${page.kind}/${page.slug}`} className={item}>
          {page.kind === "alternatives" ? `Alternatives to ${page.name}` : page.name}
        </a>
      );
  }
}

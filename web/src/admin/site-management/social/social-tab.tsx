import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { type SocialLink, socialLinksQuery } from "../../../api/social-media";
import { CardTitle, NothingYet } from "../../../kit/admin/card";
import { Loaded } from "../../../kit/admin/list";
import { Question } from "../../../kit/admin/question";
import { ReorderArea } from "../../../kit/admin/reorder-area";
import { panelRows } from "../../../kit/admin/styles";
import { useReorder } from "../../../kit/admin/use-reorder";
import { Skeleton } from "../../../kit/skeleton";
import { SocialForm } from "./social-form";
import { SocialRow, SocialRowShape, socialRow } from "./social-row";
import { useDelete, useMove } from "./use-links";

/** The social links: a form to add one, and the list of all. */
export function SocialTab() {
  return (
    <div className="grid gap-8 min-[60rem]:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] min-[60rem]:items-start">
      <SocialForm />
      <section aria-labelledby="social-links-title" className="min-w-0">
        <CardTitle id="social-links-title">Current Links</CardTitle>
        <Loaded
          query={useQuery(socialLinksQuery())}
          failure="Failed to fetch social media links"
          loading={<LinkSkeletons />}
        >
          {(links) => <SocialLinks links={links} />}
        </Loaded>
      </section>
    </div>
  );
}

function LinkSkeletons() {
  return (
    <div role="status" className={panelRows}>
      <span className="sr-only">Loading...</span>
      {Array.from({ length: 4 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className={socialRow}>
          <Skeleton className="size-9" />
          <Skeleton className="h-5 w-2/5" />
        </div>
      ))}
    </div>
  );
}

/** The social links in order; each can be dragged to another position. */
function SocialLinks({ links }: { links: SocialLink[] }) {
  const list = useRef<HTMLOListElement>(null);
  const rows = useMemo(() => links.map((link) => ({ ...link, name: link.platform })), [links]);
  const move = useMove();
  const reordering = useReorder(rows, move);
  const [doomed, setDoomed] = useState<SocialLink | null>(null);
  if (links.length === 0) {
    return <NothingYet>No social media links found. Add one using the form on the left.</NothingYet>;
  }
  return (
    <>
      <ReorderArea
        reordering={reordering}
        noun="link"
        indexAt={(middle) => indexIn(list.current, middle)}
        lifted={(link) => <SocialRowShape link={link} />}
      >
        <ol ref={list} aria-label="Current links" className={panelRows}>
          {reordering.preview.map((link, position) => (
            <SocialRow
              key={link.id}
              link={link}
              position={position}
              reordering={reordering}
              remove={() => setDoomed(link)}
            />
          ))}
        </ol>
      </ReorderArea>
      {doomed ? <DeleteQuestion link={doomed} onClose={() => setDoomed(null)} /> : null}
    </>
  );
}

/** Returns the position of the row at this y coordinate of the viewport, clamped to the list. */
function indexIn(list: HTMLElement | null, middle: number): number | undefined {
  if (!list) return undefined;
  const position = [...list.children].findIndex((row) => middle < row.getBoundingClientRect().bottom);
  return position < 0 ? list.children.length - 1 : position;
}

function DeleteQuestion({ link, onClose }: { link: SocialLink; onClose: () => void }) {
  const remove = useDelete(onClose);
  return (
    <Question
      title="Are you sure you want to delete this social media link?"
      description={`${link.platform} will no longer be shown in the footer.`}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(link.id)}
    />
  );
}

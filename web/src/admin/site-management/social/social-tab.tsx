import { useDraggable } from "@dnd-kit/core";
import { IconExternalLink, IconTrash } from "@tabler/icons-react";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { SocialLink } from "../../../api/schema.gen";
import { deleteSocialLink, reorderSocialLinks, socialLinksQuery, switchSocialLink } from "../../../api/social-media";
import { IconButton } from "../../../kit/admin/buttons";
import { CardTitle, NothingYet, StateBadge } from "../../../kit/admin/card";
import { Loaded, LoadingRows } from "../../../kit/admin/list";
import { type Move, moved, numbered, placements } from "../../../kit/admin/order";
import { failed, Question, useCall } from "../../../kit/admin/question";
import { Handle, LiftedRow, ReorderArea, type Reordering, useReorder } from "../../../kit/admin/reorder";
import { panelRows } from "../../../kit/admin/styles";
import { formatCount } from "../../../kit/count";
import { socialIcon } from "../../../kit/social-icons";
import { toast } from "../../../kit/toast";
import { SocialForm } from "./social-form";

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
          loading={<LoadingRows what="links" className="" />}
        >
          {(links) => <SocialLinks links={links} />}
        </Loaded>
      </section>
    </div>
  );
}

/** The social links in order; each can be dragged to another position. */
function SocialLinks({ links }: { links: SocialLink[] }) {
  const list = useRef<HTMLOListElement>(null);
  const rows = useMemo(() => links.map((link) => ({ ...link, name: link.platform })), [links]);
  const move = useMove();
  const reordering = useReorder(rows, move);
  const [toDelete, setToDelete] = useState<SocialLink | null>(null);
  if (links.length === 0) {
    return <NothingYet>No social media links found. Add one using the form on the left.</NothingYet>;
  }
  return (
    <>
      <ReorderArea
        reordering={reordering}
        noun="link"
        indexAt={(middle) => indexIn(list.current, middle)}
        lifted={(link) => (
          <LiftedRow className={socialRow}>
            <SocialFace link={link} />
          </LiftedRow>
        )}
      >
        <ol ref={list} aria-label="Current links" className={panelRows}>
          {reordering.preview.map((link, position) => (
            <SocialRow
              key={link.id}
              link={link}
              position={position}
              reordering={reordering}
              remove={() => setToDelete(link)}
            />
          ))}
        </ol>
      </ReorderArea>
      {toDelete ? <DeleteQuestion link={toDelete} onClose={() => setToDelete(null)} /> : null}
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
  const remove = useCall(deleteSocialLink, {
    done: () => ({ title: "Social media link deleted successfully" }),
    changed: async (queries) => {
      await linksChanged(queries);
      onClose();
    },
    failure: "Failed to delete social media link",
  });
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

interface SocialRowProps {
  link: SocialLink;
  position: number;
  reordering: Pick<Reordering, "drag" | "moves">;
  remove: () => void;
}

const socialRow = "flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1 py-3 pr-3 pl-1 sm:flex-nowrap";

/** A social link with its status and actions. */
function SocialRow({ link, position, reordering, remove }: SocialRowProps) {
  const { id, platform } = link;
  const { drag, moves } = reordering;
  const draggedBy = drag?.id === id ? drag.by : undefined;
  const { setNodeRef, listeners } = useDraggable({ id });
  return (
    <li
      ref={setNodeRef}
      className={`${socialRow} bg-raised data-[dragged=keys]:bg-raised-2 data-[dragged=keys]:outline-1 data-[dragged=keys]:outline-brass data-[dragged=keys]:-outline-offset-1 data-[dragged=pointer]:*:invisible`}
      data-dragged={draggedBy}
    >
      <Handle id={id} name={platform} position={position} draggedBy={draggedBy} moves={moves} listeners={listeners} />
      <SocialFace link={link} />
      <div className="flex flex-[1_0_100%] items-center justify-end gap-2 sm:flex-none">
        <ActiveSwitch link={link} />
        <IconButton label={`Delete ${platform}`} tooltip="Delete" Icon={IconTrash} tone="danger" onClick={remove} />
      </div>
    </li>
  );
}

/** The switch shows its new state while it is being saved, and goes back if that fails. */
function ActiveSwitch({ link: { id, platform, isActive } }: { link: SocialLink }) {
  const change = useCall(switchSocialLink, {
    done: () => ({ title: "Social media link updated successfully" }),
    changed: linksChanged,
    failure: "Failed to update social media link",
  });
  return (
    <span className="switch py-0">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
        role="switch"
        aria-label={`${platform} is active`}
        title="Active"
        checked={change.isPending ? change.variables.isActive : isActive}
        aria-busy={change.isPending}
        onChange={(event) => change.isPending || change.mutate({ id, isActive: event.currentTarget.checked })}
      />
    </span>
  );
}

function SocialFace({ link: { platform, url, isActive, displayOrder } }: { link: SocialLink }) {
  const Icon = socialIcon(platform);
  return (
    <>
      <span className="grid size-9 flex-none place-items-center rounded-lg bg-raised-2 text-muted">
        <Icon size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="text-[0.9375rem] font-[550] wrap-anywhere">{platform}</h3>
          <StateBadge isActive={isActive} />
          <span className="text-dim text-[0.8125rem] tabular-nums">Order: {formatCount(displayOrder)}</span>
        </div>
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1.5 max-w-full min-h-7 rounded text-muted text-[0.8125rem] hover:text-text"
        >
          <span className="truncate">{url}</span>
          <IconExternalLink size={14} aria-hidden="true" className="flex-none" />
        </a>
      </div>
    </>
  );
}

const { queryKey } = socialLinksQuery();

const linksChanged = (queries: QueryClient) => queries.invalidateQueries({ queryKey });

const mutationKey = ["reorder social links"];

/** Moves a link optimistically, and moves it back if it could not be saved. Moves are saved in their order. */
function useMove() {
  const queries = useQueryClient();
  const save = useMutation({
    mutationKey,
    scope: { id: "social links" },
    mutationFn: (order: SocialLink[]) => reorderSocialLinks(placements(order)),
    onSuccess: () => {
      toast({ title: "Order Updated", description: "Social media order has been saved successfully." });
    },
    onError: failed("Update Failed"),
    onSettled: () => {
      const isLast = queries.isMutating({ mutationKey }) === 1;
      if (isLast) void queries.invalidateQueries({ queryKey });
    },
  });
  return (move: Move) => {
    void queries.cancelQueries({ queryKey }); // a response from before the move must not arrive after it
    const order = numbered(moved(queries.getQueryData(queryKey) ?? [], move));
    queries.setQueryData(queryKey, order);
    save.mutate(order);
  };
}

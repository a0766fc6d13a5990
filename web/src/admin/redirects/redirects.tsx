import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { undoChange } from "../../api/admin-products";
import type { ListedRedirect } from "../../api/schema.gen";
import { Loaded, LoadingRows, MoreButton, SearchBox, StatePanel } from "../../kit/admin/list";
import { MayChange } from "../../kit/admin/may";
import { useCall } from "../../kit/admin/question";
import { ScreenHead } from "../../kit/admin/screen";
import { jumpTarget, panelRows } from "../../kit/admin/styles";
import { useSettled } from "../../kit/admin/use-debounced";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { Day } from "../../kit/day";
import { deleteRedirect, redirectsChanged, redirectsQuery } from "./api";
import { ImportDialog } from "./import-dialog";
import { RedirectDialog } from "./redirect-dialog";

type Open = { kind: "import" } | { kind: "edit"; redirect: ListedRedirect | undefined };

/** The URLs that the site had before it moved here, and where each leads. */
export default function OldUrls() {
  const [text, setText] = useState("");
  const search = useSettled(text.trim());
  const [open, setOpen] = useState<Open>();
  const list = useInfiniteQuery({ ...redirectsQuery(search), placeholderData: keepPreviousData });
  const heading = useRef<HTMLHeadingElement>(null);
  const undo = useUndo();
  const redirects = list.data?.pages.flatMap((page) => page.redirects) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const close = () => setOpen(undefined);
  return (
    <>
      <ScreenHead title="Old URLs">
        URLs from before you moved here. Each leads to the right page, or says that its page is gone. A page of this
        site at the same URL comes first.
      </ScreenHead>
      <div className="mt-5 flex flex-wrap gap-2">
        <SearchBox
          label="Search old URLs"
          placeholder="Old or new URL, or name..."
          className="min-w-0 flex-[1_1_16rem]"
          value={text}
          change={setText}
        />
        <MayChange area="catalog">
          <Button onClick={() => setOpen({ kind: "import" })}>Import…</Button>
          <Button tone="brass" onClick={() => setOpen({ kind: "edit", redirect: undefined })}>
            Add old URL
          </Button>
        </MayChange>
      </div>
      <h2 ref={heading} tabIndex={-1} className={`mt-4 text-sm text-muted ${jumpTarget}`}>
        <span role="status">
          {list.data ? countOf(total, search ? "match" : "old URL", search ? "matches" : "old URLs") : ""}
        </span>
      </h2>
      <Loaded query={list} failure="Couldn't load the old URLs" loading={<LoadingRows what="the old URLs" />}>
        {() =>
          redirects.length > 0 ? (
            <ul className={`${panelRows} mt-3`} aria-label="Old URLs">
              {redirects.map((redirect) => (
                <Row
                  key={redirect.id}
                  redirect={redirect}
                  edit={() => setOpen({ kind: "edit", redirect })}
                  undo={undo}
                  onDeleted={() => heading.current?.focus()}
                />
              ))}
            </ul>
          ) : search ? (
            <StatePanel title="No old URLs match your search" text="Try other words.">
              <Button onClick={() => setText("")}>Clear search</Button>
            </StatePanel>
          ) : (
            <StatePanel
              title="No old URLs yet"
              text="Import them from a WordPress export, a sitemap or a CSV file, or add one."
            />
          )
        }
      </Loaded>
      <MoreButton list={list} what="old URLs" />
      {open?.kind === "edit" ? <RedirectDialog redirect={open.redirect} onClose={close} /> : null}
      {open?.kind === "import" ? <ImportDialog onClose={close} undo={undo} /> : null}
    </>
  );
}

/** Returns what undoes a change of old URLs. */
function useUndo(): (version: number) => void {
  const queries = useQueryClient();
  return useCall((version: number) => undoChange(version), {
    done: ({ restored }) => ({ title: "Undone", description: `${countOf(restored, "old URL")} as before` }),
    changed: () => redirectsChanged(queries),
    failure: "Couldn't undo the change",
  }).mutate;
}

interface RowProps {
  redirect: ListedRedirect;
  edit: () => void;
  undo: (version: number) => void;
  onDeleted: () => void;
}

function Row({ redirect, edit, undo, onDeleted }: RowProps) {
  const { id, from, status, hits, lastHit } = redirect;
  const queries = useQueryClient();
  const shown = readable(from);
  const remove = useCall(() => deleteRedirect(id), {
    done: ({ version }) => ({
      title: "Old URL deleted",
      description: shown,
      action: { label: "Undo", press: () => undo(version) },
    }),
    changed: async () => {
      onDeleted();
      await redirectsChanged(queries);
    },
    failure: "Couldn't delete the old URL",
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-[1_1_18rem]">
        <p className="font-medium text-[0.9375rem] wrap-anywhere">{shown}</p>
        <p className="text-[0.8125rem] text-muted wrap-anywhere">
          <Target redirect={redirect} />
        </p>
        <p className="text-[0.8125rem] text-dim">
          {status} · {countOf(hits, "hit")}
          {lastHit ? (
            <>
              , last on <Day at={`${lastHit}T00:00:00Z`} />
            </>
          ) : null}
        </p>
      </div>
      <MayChange area="catalog">
        <div className="flex gap-2">
          <Button size="small" tone="bare" aria-label={`Edit ${shown}`} onClick={edit}>
            Edit
          </Button>
          <Button
            size="small"
            tone="bare"
            className="text-danger!"
            aria-label={`Delete ${shown}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Delete
          </Button>
        </div>
      </MayChange>
    </li>
  );
}

function Target({ redirect: { kind, to, name } }: { redirect: ListedRedirect }) {
  if (kind === "gone") return "Gone";
  if (!to) return `${name || "Deleted"}: visitors don't see it, so this is a 404`;
  return (
    <>
      →{" "}
      <a href={to} className="underline decoration-line underline-offset-4 hover:text-text">
        {kind === "path" ? readable(to) : name}
      </a>
      {kind === "path" ? null : ` (${kind === "product" ? "tool" : kind})`}
    </>
  );
}

/** Returns a path without its escapes, if they are in order. */
export function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

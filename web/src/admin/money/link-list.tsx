import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import type { AffiliateLink, ListedAffiliateLink } from "../../api/schema.gen";
import { FailedLine, Loaded, LoadingRows, SearchBox, StatePanel } from "../../kit/admin/list";
import { useCall } from "../../kit/admin/question";
import { MenuAction, RowMenu, rowMenuItem } from "../../kit/admin/row-menu";
import { Check, SelectAll, useSelection } from "../../kit/admin/selection";
import { panelRows } from "../../kit/admin/styles";
import { useTools } from "../../kit/admin/use-tools";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { fold } from "../../kit/fold";
import { changeLinks, linksQuery, moneyChanged, movesQuery, startMoves } from "./api";
import { DeleteLinks, hostOf, LinkDialog, Mark, newLink, StateOf, statesOf } from "./links";

const Moving = lazy(() => import("./moving"));

/** The columns of the list, from the width on where a row is one line. */
const columns = "sm:col-span-full sm:grid sm:grid-cols-subgrid";

/** All affiliate links, with changes of many at once. */
export function Links() {
  const query = useQuery(linksQuery());
  return (
    <>
      <LikeLinks />
      <Loaded query={query} failure="Couldn't load the affiliate links" loading={<LoadingRows what="the links" />}>
        {(links) => <LinkList links={links} />}
      </Loaded>
    </>
  );
}

/** Says how many websites look like links, and leads to the tools' own addresses. */
function LikeLinks() {
  const query = useQuery(movesQuery());
  const [isOpen, setIsOpen] = useState(false);
  const start = useCall(startMoves, {
    done: () => ({ title: "Following the links" }),
    changed: moneyChanged,
    failure: "Couldn't follow the links",
  });
  if (query.error && !query.data) return <FailedLine what="the websites that look like links" query={query} />;
  if (!query.data || (query.data.looksLike === 0 && !isOpen)) return null;
  const { looksLike, total } = query.data;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.875rem] text-muted">
      {looksLike === 1 ? "1 website looks" : `${formatCount(looksLike)} websites look`} like{" "}
      {looksLike === 1 ? "an affiliate link" : "affiliate links"}
      <Button
        size="small"
        onClick={() => {
          if (total < looksLike) start.mutate();
          setIsOpen(true);
        }}
      >
        Find their own addresses
      </Button>
      {isOpen ? (
        <Suspense>
          <Moving
            state={query.data}
            again={() => start.mutate()}
            isStarting={start.isPending}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </p>
  );
}

function LinkList({ links }: { links: ListedAffiliateLink[] }) {
  const { tools } = useTools(links.map(({ productId }) => productId));
  const nameOfTool = (id: number) => tools.get(id)?.name;
  const [search, setSearch] = useState("");
  const [edited, setEdited] = useState<Pick<AffiliateLink, "id" | "productId">>();
  const [deleted, setDeleted] = useState<AffiliateLink[]>();
  const box = useRef<HTMLInputElement>(null);
  const states = useMemo(() => statesOf(links, Date.now()), [links]);
  const shown = useMemo(() => {
    const wanted = fold(search);
    return links.filter(({ productId, network, programme, url }) =>
      fold(`${tools.get(productId)?.name ?? ""} ${network} ${programme} ${hostOf(url)}`).includes(wanted),
    );
  }, [links, tools, search]);
  const selection = useSelection(links, shown);
  const { selected } = selection;
  const setActive = useCall(
    ({ ids, active }: { ids: number[]; active: boolean }) => changeLinks({ ids, change: { active } }),
    {
      done: ({ count }) => ({ title: `${countOf(count, "link")} changed` }),
      changed: moneyChanged,
      failure: "Couldn't change the links",
    },
  );
  const ids = () => selected.map(({ id }) => id);
  const add = (
    <Button tone="brass" className="max-sm:w-full" onClick={() => setEdited(newLink(0))}>
      Add affiliate link
    </Button>
  );
  return (
    <>
      {links.length === 0 ? (
        <StatePanel
          title="No affiliate links yet"
          text="A tool keeps its website. The link that pays you stands beside it, and Visit leads there."
        >
          {add}
        </StatePanel>
      ) : (
        <>
          <div className="flex flex-wrap gap-2">
            <SearchBox
              label="Search affiliate links"
              placeholder="Tool, network or program"
              className="min-w-0 flex-1 basis-64"
              value={search}
              change={setSearch}
            />
            {add}
          </div>
          <div
            className={`${panelRows} mt-3 sm:grid sm:grid-cols-[auto_auto_minmax(0,1fr)_minmax(0,1.6fr)_auto_auto] sm:gap-x-3`}
          >
            <div
              className={`flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] max-sm:pr-3 max-sm:pb-2 sm:gap-x-3 sm:pr-2 ${selected.length > 0 ? "sm:col-span-full" : columns}`}
            >
              <SelectAll box={box} selection={selection} count={shown.length} noun="link" />
              <span role="status" className="mr-auto text-muted tabular-nums sm:col-span-2">
                {selected.length > 0 ? `${formatCount(selected.length)} selected` : countOf(shown.length, "link")}
              </span>
              {selected.length > 0 ? (
                <div className="flex gap-2 max-sm:basis-full max-sm:pl-3 max-sm:*:flex-1">
                  <Button
                    size="small"
                    disabled={setActive.isPending}
                    onClick={() => setActive.mutate({ ids: ids(), active: true })}
                  >
                    Turn on
                  </Button>
                  <Button
                    size="small"
                    disabled={setActive.isPending}
                    onClick={() => setActive.mutate({ ids: ids(), active: false })}
                  >
                    Turn off
                  </Button>
                  <Button size="small" tone="danger" onClick={() => setDeleted(selected)}>
                    Delete
                  </Button>
                </div>
              ) : (
                <div aria-hidden="true" className="col-span-2 grid grid-cols-subgrid text-dim max-sm:hidden">
                  <span>Program</span>
                  <span>Status</span>
                </div>
              )}
            </div>
            <ul className={`${columns} divide-y divide-hairline`} aria-label="Affiliate links">
              {shown.map((link) => (
                <li
                  key={link.id}
                  className={`${columns} grid min-h-15 grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] items-center py-2 pr-2 max-sm:gap-x-2`}
                >
                  <span className="grid max-sm:row-span-2">
                    <Check
                      aria-label={`Select the link of ${nameOfTool(link.productId)} to ${hostOf(link.url)}`}
                      checked={selection.isSelected(link.id)}
                      onChange={() => selection.select(link.id, "toggle")}
                    />
                  </span>
                  <Mark product={tools.get(link.productId)} />
                  <p className="truncate font-medium text-[0.9375rem]">{nameOfTool(link.productId) ?? "…"}</p>
                  <p className="truncate text-[0.8125rem] text-muted max-sm:col-span-2 max-sm:col-start-3 max-sm:row-start-2">
                    {link.network}
                    {link.programme ? ` · ${link.programme}` : ""}
                    <span className="max-lg:hidden"> · {hostOf(link.url)}</span>
                  </p>
                  <p className="flex max-sm:justify-end">
                    <StateOf link={link} state={states.get(link.id)} />
                  </p>
                  <div className="flex items-center max-sm:row-span-2 max-sm:row-start-1 max-sm:col-start-5">
                    <Button
                      size="small"
                      tone="bare"
                      className="max-sm:hidden"
                      aria-label={`Edit the link of ${nameOfTool(link.productId)} to ${hostOf(link.url)}`}
                      onClick={() => setEdited(link)}
                    >
                      Edit
                    </Button>
                    <RowMenu
                      label={`More actions for the link of ${nameOfTool(link.productId)} to ${hostOf(link.url)}`}
                    >
                      <button type="button" className={`${rowMenuItem} sm:hidden`} onClick={() => setEdited(link)}>
                        Edit
                      </button>
                      <MenuAction onClick={() => setActive.mutate({ ids: [link.id], active: !link.active })}>
                        {link.active ? "Turn off" : "Turn on"}
                      </MenuAction>
                      <MenuAction isDanger onClick={() => setDeleted([link])}>
                        Delete
                      </MenuAction>
                    </RowMenu>
                  </div>
                </li>
              ))}
            </ul>
          </div>
          {shown.length === 0 ? <p className="py-10 text-center text-muted text-sm">No link has these words.</p> : null}
        </>
      )}
      {edited ? (
        <LinkDialog link={edited} tool={nameOfTool(edited.productId)} onClose={() => setEdited(undefined)} />
      ) : null}
      {deleted ? <DeleteLinks links={deleted} onClose={() => setDeleted(undefined)} /> : null}
    </>
  );
}

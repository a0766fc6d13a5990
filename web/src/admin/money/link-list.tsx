import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { AffiliateLink } from "../../api/schema.gen";
import { Loaded, LoadingRows, SearchBox, StatePanel } from "../../kit/admin/list";
import { useCall } from "../../kit/admin/question";
import { RowMenu, rowMenuItem } from "../../kit/admin/row-menu";
import { Check, SelectAll, useSelection } from "../../kit/admin/selection";
import { panelRows } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { fold } from "../../kit/fold";
import { changeLinks, linksQuery, moneyChanged } from "./api";
import { DeleteLinks, hostOf, LinkDialog, Mark, newLink, StateOf, statesOf, useTools } from "./links";

/** All affiliate links, with changes of many at once. */
export function Links() {
  const query = useQuery(linksQuery());
  return (
    <Loaded query={query} failure="Couldn't load the affiliate links" loading={<LoadingRows what="the links" />}>
      {(links) => <LinkList links={links} />}
    </Loaded>
  );
}

function LinkList({ links }: { links: AffiliateLink[] }) {
  const tools = useTools();
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
    <Button tone="brass" onClick={() => setEdited(newLink(0))}>
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
          <div className="flex flex-wrap items-center gap-2">
            <SearchBox
              label="Search affiliate links"
              placeholder="Tool, network or program"
              className="min-w-0 flex-1 basis-64"
              value={search}
              change={setSearch}
            />
            {add}
          </div>
          <div className={`${panelRows} mt-3`}>
            <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] max-sm:pr-3 max-sm:pb-2 sm:pr-4">
              <SelectAll box={box} selection={selection} count={shown.length} noun="link" />
              <span role="status" className="mr-auto text-muted tabular-nums">
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
              ) : null}
            </div>
            <ul className="divide-y divide-hairline" aria-label="Affiliate links">
              {shown.map((link) => (
                <li key={link.id} className="flex min-h-15 items-center gap-x-2 py-2 pr-2 sm:gap-x-3">
                  <Check
                    aria-label={`Select the link of ${nameOfTool(link.productId)} to ${hostOf(link.url)}`}
                    checked={selection.isSelected(link.id)}
                    onChange={() => selection.select(link.id, "toggle")}
                  />
                  <Mark product={tools.get(link.productId)} />
                  <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_9.5rem] sm:items-center">
                    <p className="truncate font-medium text-[0.9375rem]">{nameOfTool(link.productId) ?? "…"}</p>
                    <p className="truncate text-[0.8125rem] text-muted">
                      {link.network}
                      {link.programme ? ` · ${link.programme}` : ""}
                      <span className="max-lg:hidden"> · {hostOf(link.url)}</span>
                    </p>
                    <p className="flex max-sm:mt-1 sm:justify-end">
                      <StateOf link={link} state={states.get(link.id)} />
                    </p>
                  </div>
                  <Button
                    size="small"
                    className="max-sm:hidden"
                    aria-label={`Edit the link of ${nameOfTool(link.productId)} to ${hostOf(link.url)}`}
                    onClick={() => setEdited(link)}
                  >
                    Edit
                  </Button>
                  <RowMenu label={`More actions for the link of ${nameOfTool(link.productId)} to ${hostOf(link.url)}`}>
                    <button type="button" className={`${rowMenuItem} sm:hidden`} onClick={() => setEdited(link)}>
                      Edit
                    </button>
                    <button
                      type="button"
                      className={rowMenuItem}
                      onClick={() => setActive.mutate({ ids: [link.id], active: !link.active })}
                    >
                      {link.active ? "Turn off" : "Turn on"}
                    </button>
                    <button type="button" className={rowMenuItem} onClick={() => setDeleted([link])}>
                      Delete
                    </button>
                  </RowMenu>
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

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSearch } from "wouter/use-browser-location";
import { screens } from "../admin-features";
import { attentionQuery } from "../api/attention";
import { queueQuery } from "../api/queue";
import type { Need } from "../api/schema.gen";
import type { Area } from "../kit/admin/may";
import type { AdminScreen, SiteOption } from "../kit/admin/parts";
import { AdminLink } from "../kit/admin/screen";
import { homePath } from "../kit/admin/session";
import { formatCount } from "../kit/count";

/** What the site has. */
export type SiteOptions = Record<SiteOption, boolean>;

interface MenuLine {
  label: string;
  href: string;
  isCurrent: boolean;
}

type Entry = Pick<AdminScreen, "path" | "title" | "group" | "area" | "needs" | "links">;

const products: Entry = { path: homePath, title: "Products", group: "Catalog", area: "catalog" };

/**
 * Returns the groups of the menu with their links to what the user may read, in the order of the screens; a group without links is
 * left out.
 */
export function menuOf(entries: readonly Entry[], { has, reads }: MenuOptions, path: string, query: string) {
  const groups = new Map<string, MenuLine[]>();
  for (const { path: href, title, group, needs, links } of entries.filter(({ area }) => reads.includes(area))) {
    const shown = (links?.() ?? [{ id: "", label: title, needs }]).filter(({ needs }) => !needs || has[needs]);
    const named = new URLSearchParams(query).get("tab");
    const current = shown.find(({ id }) => id === named) ?? shown[0];
    const lines = shown.map((link, at) => ({
      label: link.label,
      href: at === 0 ? href : `${href}?tab=${link.id}`, // the first tab is the one that the path alone opens
      isCurrent: path === href && link === current,
    }));
    if (lines.length > 0) groups.set(group, [...(groups.get(group) ?? []), ...lines]);
  }
  return [...groups].map(([group, lines]) => ({ group, lines }));
}

/** Returns the lines of all groups. One that two groups have is told apart by its group. */
export function menuLines(options: MenuOptions) {
  const groups = menuOf([products, ...screens], options, "", "");
  const labels = groups.flatMap(({ lines }) => lines.map(({ label }) => label));
  const isTwice = (label: string) => labels.indexOf(label) !== labels.lastIndexOf(label);
  return groups.flatMap(({ group, lines }) =>
    lines.map(({ label, href }) => ({ label: isTwice(label) ? `${label} (${group})` : label, href })),
  );
}

/** Returns how many submissions wait for a decision; undefined until it is known. */
export const useWaiting = () => useInfiniteQuery(queueQuery("pending")).data?.pages[0]?.counts.pending;

const queuePath = "/admin/queue";

interface MenuOptions {
  has: SiteOptions;
  /** The areas that the user may read. */
  reads: readonly Area[];
}

export interface AdminMenuProps extends MenuOptions {
  path: string;
}

/** The links to the administrator's screens, in groups. */
export function AdminMenu({ path, ...options }: AdminMenuProps) {
  const id = useId();
  const waiting = useWaiting();
  const { data: needs = [] } = useQuery({ ...attentionQuery(), enabled: options.reads.includes("insights") });
  return (
    <nav aria-label="Admin" className="admin-menu px-3">
      {menuOf([products, ...screens], options, path, useSearch()).map(({ group, lines }) => (
        <div key={group}>
          <p id={`${id}-${group}`} className="px-3 pb-1 text-[0.75rem] text-dim">
            {group}
          </p>
          <ul aria-labelledby={`${id}-${group}`}>
            {lines.map(({ label, href, isCurrent }) => (
              <li key={href}>
                <AdminLink
                  href={href}
                  ref={isCurrent ? bringIntoSight : undefined}
                  aria-current={isCurrent ? "page" : undefined}
                  className={`admin-link aria-[current]:text-text ${menuLine}`}
                >
                  {label} <Count href={href} waiting={waiting} needs={needs} />
                </AdminLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Scrolls a menu that is higher than the window to its current line. */
const bringIntoSight = (line: HTMLElement | null) => line?.scrollIntoView({ block: "nearest" });

/** A line of the menu. */
const menuLine =
  "flex w-full items-center justify-between gap-2 rounded-lg px-3 text-left text-[0.875rem] font-medium text-muted transition-[color] hover:text-text";

interface CountProps {
  href: string;
  waiting: number | undefined;
  needs: readonly Need[];
}

/** How many submissions wait for a decision, or how much else needs the administrator on a screen. */
function Count({ href, waiting, needs }: CountProps) {
  if (href === queuePath && waiting) return <Waiting count={waiting} />;
  const count = needs.filter(({ url }) => lineOf(url) === href).reduce((sum, need) => sum + need.count, 0);
  if (count === 0) return null;
  return (
    <span className="text-[0.6875rem] text-dim tabular-nums">
      {count > most ? `${most}+` : count} <span className="sr-only">need attention</span>
    </span>
  );
}

/** The highest count of the menu that is shown as it is. */
const most = 999;

/** Returns the link of the menu that leads to the screen of a cure: its path, with the tab if it names one. */
export function lineOf(url: string): string {
  const [path = "", query] = url.split("?");
  const tab = new URLSearchParams(query).get("tab");
  return tab ? `${path}?tab=${tab}` : path;
}

function Waiting({ count }: { count: number }) {
  return (
    <span className="rounded-full bg-brass px-2 text-[0.6875rem]/5 font-semibold text-ink tabular-nums">
      {formatCount(count)} <span className="sr-only">waiting</span>
    </span>
  );
}

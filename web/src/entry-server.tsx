import "./kit/tools/mark-pieces";
import { App } from "./app";
import { cards } from "./kit/tools/product-card";
import { cacheMarkup, clearMarkup, renderMarkup } from "./markup-cache";
import { categoryMenu, filterBarContents } from "./public/directory/filter-bar";
import { homeRows } from "./public/directory/home-rows";
import { listContents } from "./public/directory/listing";
import { socialLinks } from "./public/frame/footer";
import { categoryLinks } from "./public/frame/navigation-bar";
import { pageReads, routes } from "./routes";
import { unpaid } from "./site";
import { type DocumentState, queryClientWith } from "./state";

// The one script has all screens; they are there as soon as the engine has run its pending jobs.
for (const { load } of routes) void load?.();
cacheMarkup(cards, homeRows, listContents, categoryLinks, categoryMenu, filterBarContents, socialLinks);

interface Address {
  path: string;
  search: string;
}

/** Returns the API URLs that the page at a URL is made from. Both are JSON. */
function needs(json: string): string {
  const { path, search } = JSON.parse(json) as Address;
  return JSON.stringify(pageReads(path, search).map(({ queryKey }) => queryKey[0]));
}

/** Returns the markup of the page at a URL, made from the given API responses. */
function render(json: string): string {
  const { path, search, site, answers } = JSON.parse(json) as Address & DocumentState;
  const rel = site.follow ? "" : " nofollow";
  if (rel !== unpaid.rel) clearMarkup();
  unpaid.rel = rel;
  return renderMarkup(<App queries={queryClientWith(answers)} siteName={site.name} at={{ path, search }} />);
}

Object.assign(globalThis, { vitrine: { needs, render } });

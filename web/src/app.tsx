import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { usePathname, useSearch } from "wouter/use-browser-location";
import { siteQuery } from "./api/site";
import { useVisitCounts } from "./kit/count-visits";
import { Toaster } from "./kit/toaster";
import { useTooltips } from "./kit/tooltips";
import { useNavigation } from "./navigation";
import { Footer } from "./public/frame/footer";
import { NavigationBar } from "./public/frame/navigation-bar";
import { routeOf } from "./routes";
import { useScrollMemory } from "./scroll-memory";
import { SiteProvider } from "./site";
import { Parts, slots } from "./slots";
import { VisitProvider } from "./visit";

interface AppProps {
  queries: QueryClient;
  siteName: string;
  /** The URL to render on the server; the browser uses its own. */
  at?: { path: string; search: string };
}

/** The whole page at a URL: the frame, which stays mounted across pages, and the screen in it. */
export function App({ queries, siteName, at }: AppProps) {
  const path = usePathname({ ssrPath: at?.path });
  const search = useSearch({ ssrSearch: at?.search });
  const { data: site } = useQuery(siteQuery(), queries);
  const { route, visit } = useMemo(() => routeOf(path, search, site), [path, search, site]);
  useNavigation(queries);
  useScrollMemory(path, search);
  useVisitCounts();
  useTooltips();
  useTitle(queries, () => route.title(visit, siteName, queries));
  return (
    <QueryClientProvider client={queries}>
      <SiteProvider value={site}>
        <VisitProvider value={visit}>
          <a href="#main" className="skip-link">
            Skip to content
          </a>
          <NavigationBar siteName={siteName} />
          <main id="main" tabIndex={-1}>
            <route.screen key={visit.params.id} visit={visit} />
          </main>
          <Footer siteName={siteName} />
          <Parts of={slots.everyPage} with={{}} />
          <Toaster />
        </VisitProvider>
      </SiteProvider>
    </QueryClientProvider>
  );
}

/** Keeps the document's title current, also when the response it depends on arrives after the page. */
function useTitle(queries: QueryClient, title: () => string) {
  useEffect(() => {
    const show = () => {
      document.title = title();
    };
    show();
    return queries.getQueryCache().subscribe(show);
  });
}

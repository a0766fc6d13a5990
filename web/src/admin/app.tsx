import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useReducer, useRef } from "react";
import { usePathname } from "wouter/use-browser-location";
import { parts } from "../admin-features";
import { meQuery } from "../api/auth";
import { siteQuery } from "../api/site";
import { FailedPanel, StatePanel } from "../kit/admin/list";
import { ScreenBoundary, ScreenHead } from "../kit/admin/screen";
import { loginPath, type Session, SessionProvider, useSession } from "../kit/admin/session";
import { refusedRemark } from "../kit/admin/styles";
import { ScreenGuard } from "../kit/admin/unsaved";
import { pushRecord, readRecord } from "../kit/session-record";
import { Toaster } from "../kit/toast";
import { useTooltips } from "../kit/tooltips";
import { AdminFrame } from "./frame";
import { Login, loginPage } from "./login";
import { NotFound } from "./not-found";
import { ReauthenticationDialog } from "./reauthentication-dialog";
import { adminRouteOf, isAdminScreen } from "./routes";

interface AdminAppProps {
  queries: QueryClient;
  session: Session;
  /** The name in the document, which is shown until the site is known. */
  siteName: string;
}

/** The admin area: the sign-in page, or the frame with the screen of the current URL. */
export function AdminApp({ queries, session, siteName: documentName }: AdminAppProps) {
  const path = usePathname().replace(/(?<=.)\/$/, "");
  const { data: site } = useQuery({ ...siteQuery(), enabled: false }, queries); // requested by the frame
  const siteName = site?.name ?? documentName;
  const isLogin = path === loginPath;
  const invitation = parts.invitation?.path === path ? parts.invitation : undefined;
  const title = isLogin ? "Admin Panel" : (invitation ?? adminRouteOf(path)).title;
  useEffect(() => {
    document.title = `${title} – ${siteName}`;
  }, [title, siteName]);
  useFocusOn(path);
  useRenderOnRestore();
  useTooltips();
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider value={session}>
        {isLogin ? <Login siteName={siteName} /> : null}
        {invitation ? (
          <main id="main" tabIndex={-1} className={loginPage}>
            <ScreenBoundary>
              <invitation.Screen siteName={siteName} />
            </ScreenBoundary>
          </main>
        ) : null}
        {isLogin || invitation ? null : <SignedInOnly path={path} siteName={siteName} />}
        <ReauthenticationDialog />
        <Toaster />
      </SessionProvider>
    </QueryClientProvider>
  );
}

/** Moves the focus to each new screen and scrolls to its top. */
function useFocusOn(path: string) {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [path]);
}

/** Reads the session record again when the browser restores the page from its cache. */
function useRenderOnRestore() {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) rerender();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);
}

interface AdminScreenProps {
  path: string;
  siteName: string;
}

/** Shows the screen to users with a valid session record and redirects others to the sign-in page, unless the URL is unknown. */
function SignedInOnly({ path, siteName }: AdminScreenProps) {
  const session = useSession();
  const isRecorded = readRecord(Date.now()) !== null;
  const isMissing = !isRecorded && !isAdminScreen(path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening of a screen is a use of the session
  useLayoutEffect(() => {
    if (isRecorded) pushRecord(Date.now());
    else if (!isMissing) session.end();
  }, [path, isRecorded, isMissing, session]);
  if (isRecorded) return <AdminScreen path={path} siteName={siteName} />;
  return isMissing ? (
    <main id="main" tabIndex={-1} className={loginPage}>
      <NotFound />
    </main>
  ) : null;
}

/** The frame with its screen. Both wait until the server has confirmed the session, so a forged record shows nothing. */
function AdminScreen({ path, siteName }: AdminScreenProps) {
  const me = useQuery(meQuery());
  const { title, screen: Screen, area, read } = adminRouteOf(path);
  const queries = useQueryClient();
  useEffect(() => {
    void read?.(queries);
  }, [queries, read]);
  return (
    <ScreenGuard>
      <AdminFrame path={path} siteName={siteName} me={me.data}>
        {me.data?.reads.includes(area) ? (
          <ScreenBoundary key={path}>
            {me.data.changes.includes(area) || area === "insights" ? null : <ViewOnly />}
            <Screen />
          </ScreenBoundary>
        ) : null}
        {me.data && !me.data.reads.includes(area) ? (
          <>
            <ScreenHead title={title} />
            <StatePanel title="Not for your role" text="An owner of the site can give you another role." />
          </>
        ) : null}
        {me.isError ? <FailedPanel what="Couldn't reach the site" query={me} /> : null}
      </AdminFrame>
    </ScreenGuard>
  );
}

/** Says that the user may look at a screen only. */
const ViewOnly = () => (
  <p className={`${refusedRemark} mb-5`}>Your role can see this screen, and change nothing here.</p>
);

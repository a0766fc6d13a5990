import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { User } from "../api/auth";
import { toast } from "../components/toast";
import { Button } from "../ui/button";
import { AdminLink } from "./link";
import { PasswordDialog } from "./password-dialog";
import { homePath, useSession } from "./session";
import { useLeave } from "./unsaved";

/** What the frame leads to, in its order. */
const sections = [
  { href: homePath, label: "Products" },
  { href: "/admin/queue", label: "Queue" },
  { href: "/admin/categories", label: "Categories" },
  { href: "/admin/history", label: "History" },
  { href: "/admin/site-management", label: "Site", rest: " Management" },
];

interface AdminFrameProps {
  path: string;
  siteName: string;
  /** Who is signed in; while that is not known, the frame shows nothing of its own. */
  user: User | undefined;
  children: ReactNode;
}

/** The frame of the administrator's screens: where one can go, who one is, and the way out. */
export function AdminFrame({ path, siteName, user, children }: AdminFrameProps) {
  return (
    <>
      {user ? <AdminBar path={path} siteName={siteName} user={user} /> : null}
      <main id="main" tabIndex={-1} className="admin-layout pt-6 pb-16">
        {children}
      </main>
    </>
  );
}

function AdminBar({ path, siteName, user }: { path: string; siteName: string; user: User }) {
  return (
    <header className="admin-bar">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div className="admin-layout admin-bar-inner">
        <a href="/" className="admin-brand" aria-label={`${siteName}, the public site`}>
          {siteName}
          <span aria-hidden="true" className="text-brass">
            .
          </span>
        </a>
        <nav aria-label="Admin" className="admin-nav">
          {sections.map(({ href, label, rest }) => (
            <AdminLink key={href} href={href} aria-current={href === path ? "page" : undefined}>
              {label}
              {rest ? <span className="admin-nav-rest">{rest}</span> : null}
            </AdminLink>
          ))}
        </nav>
        <Account user={user} />
      </div>
    </header>
  );
}

/** Who is signed in, their password, and the way out. */
function Account({ user }: { user: User }) {
  const session = useSession();
  const leave = useLeave();
  const [isChanging, setIsChanging] = useState(false);
  const logout = useMutation({
    mutationFn: session.signOut,
    onSuccess: () => toast({ title: "Logged out", description: "You have been successfully logged out" }),
    onError: () => toast({ title: "Error", description: "Failed to connect to server", tone: "destructive" }),
  });
  return (
    <div className="admin-account">
      <span className="admin-who" title={user.email}>
        {user.email}
      </span>
      <Button tone="bare" size="small" onClick={() => setIsChanging(true)}>
        Password
      </Button>
      <Button size="small" disabled={logout.isPending} onClick={() => leave(logout.mutate)}>
        Logout
      </Button>
      <PasswordDialog open={isChanging} email={user.email} onClose={() => setIsChanging(false)} />
    </div>
  );
}

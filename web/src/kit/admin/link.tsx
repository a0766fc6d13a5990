import type { ComponentProps, ReactNode } from "react";
import { go, isPlainClick } from "../../history";
import { useLeave } from "./unsaved";

interface AdminLinkProps extends ComponentProps<"a"> {
  href: string;
}

/** A link to another admin screen. A plain click does not load a new document. */
export function AdminLink({ href, ...props }: AdminLinkProps) {
  const leave = useLeave();
  return (
    <a
      href={href}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        leave(() => go(href));
      }}
      {...props}
    />
  );
}

/** The link from an editor to its list. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AdminLink
      href={href}
      className="inline-flex min-h-11 items-center gap-2 rounded-lg pr-3 font-medium text-muted text-sm/normal hover:text-text"
    >
      <span aria-hidden="true">←</span> {children}
    </AdminLink>
  );
}

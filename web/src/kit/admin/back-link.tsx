import type { ReactNode } from "react";
import { AdminLink } from "./link";

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

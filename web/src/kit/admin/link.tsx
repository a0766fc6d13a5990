import type { ComponentProps } from "react";
import { go } from "../../history";
import { isPlainClick } from "../plain-click";
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

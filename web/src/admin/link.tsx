import type { ComponentProps, MouseEvent } from "react";
import { go } from "../history";
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
        if (!isPlain(event)) return;
        event.preventDefault();
        leave(() => go(href));
      }}
      {...props}
    />
  );
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

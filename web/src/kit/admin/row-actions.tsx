import { Button, buttonStyle } from "../button";
import { AdminLink } from "./link";

interface RowActionsProps {
  /** What the row is about, for screen readers. */
  of: string;
  /** The public page; undefined: there is none. */
  page: string | undefined;
  editor: string;
  remove: () => void;
}

/** The links and the button at the end of a row: to the public page, to the editor, and for deletion. */
export function RowActions({ of, page, editor, remove }: RowActionsProps) {
  return (
    <div className="flex gap-1.5 *:max-sm:flex-1 max-sm:basis-full">
      {page ? (
        <a href={page} className={buttonStyle({ size: "small" })} aria-label={`View ${of}`}>
          View
        </a>
      ) : null}
      <AdminLink href={editor} className={buttonStyle({ size: "small" })} aria-label={`Edit ${of}`}>
        Edit
      </AdminLink>
      <Button size="small" tone="danger" aria-label={`Delete ${of}`} onClick={remove}>
        Delete
      </Button>
    </div>
  );
}

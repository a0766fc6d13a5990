import { IconBold, IconHeading, IconItalic, IconLink, IconList } from "@tabler/icons-react";
import type { RefObject } from "react";
import { IconButton } from "../../../kit/admin/icon-button";
import { type Mark, markedAs } from "./markdown-marks";

const marks: { mark: Mark; label: string; Icon: typeof IconBold }[] = [
  { mark: "heading", label: "Heading", Icon: IconHeading },
  { mark: "bold", label: "Bold", Icon: IconBold },
  { mark: "italic", label: "Italic", Icon: IconItalic },
  { mark: "list", label: "List", Icon: IconList },
  { mark: "link", label: "Link", Icon: IconLink },
];

/** Formats the selection in a Markdown text. */
export function MarkBar({ box }: { box: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex gap-0.5 rounded-t-lg border border-line border-b-0 bg-raised-2 p-0.5 *:focus-visible:-outline-offset-2"
    >
      {marks.map(({ mark, label, Icon }) => (
        <IconButton key={mark} label={label} Icon={Icon} onClick={() => box.current && applyTo(box.current, mark)} />
      ))}
    </div>
  );
}

/** Edits the text as typing would, so that the browser can undo it. */
function applyTo(box: HTMLTextAreaElement, mark: Mark) {
  const { from, to, insert, selection } = markedAs(mark, box.value, box.selectionStart, box.selectionEnd);
  box.focus();
  box.setSelectionRange(from, to);
  const isTyped = document.execCommand?.("insertText", false, insert); // the only way to keep the browser's undo
  if (!isTyped) {
    box.setRangeText(insert, from, to);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  box.setSelectionRange(...selection);
}

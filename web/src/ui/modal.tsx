import { IconX } from "@tabler/icons-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { closeOnEscape } from "./close-on-escape";
import { useFocusReturn } from "./focus-return";

interface ModalProps {
  title: string;
  /** What it is about, in a sentence; it is heard with the title. */
  description?: ReactNode;
  open: boolean;
  /** Esc, a press beside it or its owner's own button wants it closed. */
  onClose: () => void;
  /** A press beside it does not close it: for what would lose something by it. */
  firm?: boolean;
  className?: string;
  children: ReactNode;
}

/** A title may have a name in it, of any length. */
export const modalTitle = "line-clamp-3 font-display text-2xl wrap-anywhere";

/** A window over the page that keeps the focus until it is closed, and gives it back then. */
export function Modal({ title, description, open, onClose, firm = false, className = "", children }: ModalProps) {
  const focus = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={(stays) => stays || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="modal-ground" />
        <Dialog.Content
          className={`modal ${className}`}
          {...focus}
          onKeyDown={closeOnEscape(onClose)}
          onInteractOutside={(event) => firm && event.preventDefault()}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <Dialog.Title className={`${modalTitle} ${firm ? "" : "pr-9"}`}>{title}</Dialog.Title>
          {description ? (
            <Dialog.Description className="mt-2 text-sm text-muted">{description}</Dialog.Description>
          ) : null}
          {children}
          {firm ? null : (
            <Dialog.Close aria-label="Close" data-tooltip="Close" className="modal-close">
              <IconX size={18} aria-hidden="true" />
            </Dialog.Close>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

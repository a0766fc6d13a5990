import { IconX } from "@tabler/icons-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { closeOnEscape, useFocusReturn } from "./focus";

interface ModalProps {
  title: string;
  /** What the dialog is about, in a sentence; screen readers announce it with the title. */
  description?: ReactNode;
  open: boolean;
  /** Called when Esc, a click outside or the owner's own button wants to close it. */
  onClose: () => void;
  /** A click outside does not close it, because closing would lose something. */
  firm?: boolean;
  className?: string;
  children: ReactNode;
}

/** A title may contain a name of any length. */
export const modalTitle = "line-clamp-3 font-display text-2xl wrap-anywhere";

/** A dialog that traps the focus until it closes, and then returns it. */
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
          onSubmit={(event) => event.stopPropagation()} // React sends it to the form that the dialog stands in, too
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

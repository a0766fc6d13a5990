import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { closeOnEscape } from "./close-on-escape";
import { useFocusReturn } from "./focus-return";
import { modalTitle } from "./modal";

interface ConfirmationProps {
  title: string;
  /** What will happen, in a sentence. */
  description: ReactNode;
  /** The confirm button's label. */
  action: string;
  /** The confirm button's label while the action runs. */
  doing: string;
  danger?: boolean;
  busy?: boolean;
  /** There is nothing to confirm, or not yet. */
  disabled?: boolean;
  className?: string;
  /** More about the question, between its description and its buttons. */
  children?: ReactNode;
  /** Why the action failed. */
  error?: string | undefined;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before an action that is hard to undo. */
export function Confirmation(props: ConfirmationProps) {
  const { title, description, action, doing, error, open, onClose, onConfirm, children } = props;
  const { danger = false, busy = false, disabled = false, className = "" } = props;
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root open={open} onOpenChange={(stays) => stays || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="modal-ground" />
        <AlertDialog.Content className={`modal ${className}`} {...focus} onKeyDown={closeOnEscape(onClose)}>
          <AlertDialog.Title className={modalTitle}>{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm text-muted">{description}</AlertDialog.Description>
          {children}
          {error ? (
            <p role="alert" className="form-error mt-3">
              {error}
            </p>
          ) : null}
          <div className="modal-actions">
            <AlertDialog.Cancel asChild>
              <Button>Cancel</Button>
            </AlertDialog.Cancel>
            <Button tone={danger ? "danger" : "brass"} disabled={busy || disabled} onClick={onConfirm}>
              {busy ? doing : action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

import { Button } from "../button";

interface FormActionsProps {
  /** The submit button's label; `doing` is its label while the form is being sent. */
  action: string;
  doing?: string;
  tone?: "brass" | "danger";
  isSending?: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

/** The buttons of a form in a dialog. */
export function FormActions({ action, doing, tone = "brass", isSending, disabled, onCancel }: FormActionsProps) {
  return (
    <div className="modal-actions">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" tone={tone} disabled={disabled || isSending}>
        {isSending ? doing : action}
      </Button>
    </div>
  );
}

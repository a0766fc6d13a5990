import { Button } from "../ui/button";

interface FormActionsProps {
  /** What the button says that sends the form, and what while it is on its way. */
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

import { AlertDialog } from "radix-ui";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "../../ui/button";
import { useFocusReturn } from "../../ui/focus-return";

/** Stands between the form and every way out of it. */
export interface Guard {
  /** Wants to leave: at once where nothing is lost by it, else after asking. */
  leave: () => void;
  isAsking: boolean;
  stay: () => void;
}

/** Asks before what is not saved is lost: when the form is closed, and when the page is left, also by Back. */
export function useGuard(isUnsaved: () => boolean, close: () => void): Guard {
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    if (isUnsaved()) setAsking(true);
    else close();
  };
  usePageLeave(isUnsaved, () => setAsking(true));
  return { leave, isAsking, stay: () => setAsking(false) };
}

function usePageLeave(isUnsaved: () => boolean, ask: () => void) {
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault(); // the browser asks in words of its own
  });
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    if (event.navigationType !== "traverse" || !event.cancelable || !isUnsaved()) return;
    event.preventDefault();
    ask();
  });
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => onUnload(event);
    const navigate = (event: NavigateEvent) => onNavigate(event);
    const back = "navigation" in window ? window.navigation : undefined; // older browsers cannot hold Back
    addEventListener("beforeunload", unload);
    back?.addEventListener("navigate", navigate);
    return () => {
      removeEventListener("beforeunload", unload);
      back?.removeEventListener("navigate", navigate);
    };
  }, []);
}

interface UnsavedQuestionProps {
  guard: Guard;
  discard: () => void;
}

export function UnsavedQuestion({ guard, discard }: UnsavedQuestionProps) {
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root open={guard.isAsking} onOpenChange={(stays) => stays || guard.stay()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="modal-ground" />
        <AlertDialog.Content className="modal" {...focus}>
          <AlertDialog.Title className="font-display text-2xl">Discard unsaved changes?</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm text-muted">
            What you have entered since the last save will be lost.
          </AlertDialog.Description>
          <div className="modal-actions">
            <AlertDialog.Cancel asChild>
              <Button>Keep editing</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button tone="danger" onClick={discard}>
                Discard changes
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

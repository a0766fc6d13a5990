import { AlertDialog } from "radix-ui";
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../ui/button";
import { closeOnEscape } from "../ui/close-on-escape";
import { useFocusReturn } from "../ui/focus-return";

/** Stands between what is not saved and every way away from it. */
export interface Guard {
  /** Goes a way: at once where nothing is lost by it, else after asking. */
  leave: (way: () => void) => void;
  isAsking: boolean;
  stay: () => void;
  /** Goes the way that was asked about. */
  discard: () => void;
}

/**
 * Asks before what is not saved is lost: on a way that goes by the guard, and when the page is left, also by Back.
 * onBack is where Back leads once it is agreed to; without it, it leads back.
 */
export function useGuard(isUnsaved: () => boolean, onBack?: () => void): Guard {
  const [asked, setAsked] = useState<(() => void) | null>(null);
  const leave = (way: () => void) => {
    if (isUnsaved()) setAsked(() => way);
    else way();
  };
  usePageLeave(isUnsaved, (back) => setAsked(() => onBack ?? back));
  const discard = () => {
    setAsked(null);
    asked?.();
  };
  return { leave, isAsking: asked !== null, stay: () => setAsked(null), discard };
}

/** Holds Back, and gives the way back to whoever asks; a reload or another site is asked about by the browser. */
function usePageLeave(isUnsaved: () => boolean, ask: (back: () => void) => void) {
  const agreed = useRef("");
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault(); // the browser asks in words of its own
  });
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    const { key } = event.destination;
    if (event.navigationType !== "traverse" || !event.cancelable || key === agreed.current || !isUnsaved()) return;
    event.preventDefault();
    ask(() => {
      agreed.current = key;
      window.navigation.traverseTo(key);
    });
  });
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => onUnload(event);
    const navigate = (event: NavigateEvent) => onNavigate(event);
    const back = "navigation" in window ? window.navigation : undefined; // older browsers cannot intercept Back
    addEventListener("beforeunload", unload);
    back?.addEventListener("navigate", navigate);
    return () => {
      removeEventListener("beforeunload", unload);
      back?.removeEventListener("navigate", navigate);
    };
  }, []);
}

export function UnsavedQuestion({ guard }: { guard: Guard }) {
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root open={guard.isAsking} onOpenChange={(stays) => stays || guard.stay()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="modal-ground" />
        <AlertDialog.Content className="modal" {...focus} onKeyDown={closeOnEscape(guard.stay)}>
          <AlertDialog.Title className="font-display text-2xl">Discard unsaved changes?</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm text-muted">
            Your changes since the last save will be lost.
          </AlertDialog.Description>
          <div className="modal-actions">
            <AlertDialog.Cancel asChild>
              <Button>Keep editing</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button tone="danger" onClick={guard.discard}>
                Discard changes
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface Screen {
  leave: Guard["leave"];
  /** Has somebody asked before what they have not saved is lost, until they let go again. */
  addForm: (isUnsaved: () => boolean) => () => void;
}

const ScreenContext = createContext<Screen>({ leave: (way) => way(), addForm: () => () => undefined });

/** Guards what stands in a screen: every way that leads elsewhere goes by it. */
export function ScreenGuard({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<() => boolean>());
  const guard = useGuard(() => [...forms].some((isUnsaved) => isUnsaved()));
  const [addForm] = useState(() => (isUnsaved: () => boolean) => {
    forms.add(isUnsaved);
    return () => void forms.delete(isUnsaved);
  });
  return (
    <ScreenContext value={{ leave: guard.leave, addForm }}>
      {children}
      <UnsavedQuestion guard={guard} />
    </ScreenContext>
  );
}

/** Has the screen's guard ask before a form that stands in the screen is lost. */
export function useUnsaved(isUnsaved: () => boolean) {
  const { addForm } = useContext(ScreenContext);
  const ask = useEffectEvent(isUnsaved);
  useEffect(() => addForm(() => ask()), [addForm]);
}

/** Leaves what is shown: at once where nothing is lost by it, else after asking. */
export const useLeave = () => useContext(ScreenContext).leave;

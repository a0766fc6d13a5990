import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { Question } from "./question";

/** Protects unsaved changes from being lost by navigation. */
interface Guard {
  /** Runs the navigation: immediately if nothing is unsaved, otherwise after a confirmation. */
  leave: (way: () => void) => void;
  isAsking: boolean;
  stay: () => void;
  /** Runs the navigation that was waiting for confirmation. */
  discard: () => void;
}

/**
 * Asks for confirmation before unsaved changes are lost: by a navigation through the guard, and by leaving the page,
 * also with Back. onBack replaces going back after the confirmation.
 */
function useGuard(isUnsaved: () => boolean, onBack?: () => void): Guard {
  const [pending, setPending] = useState<(() => void) | null>(null);
  const leave = (way: () => void) => {
    if (isUnsaved()) setPending(() => way);
    else way();
  };
  usePageLeave(isUnsaved, (back) => setPending(() => onBack ?? back));
  const discard = () => {
    setPending(null);
    pending?.();
  };
  return { leave, isAsking: pending !== null, stay: () => setPending(null), discard };
}

/**
 * Intercepts Back and passes on a function to go back after a confirmation. A reload or another site is confirmed by
 * the browser.
 */
function usePageLeave(isUnsaved: () => boolean, ask: (back: () => void) => void) {
  const agreed = useRef("");
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault(); // the browser shows its own confirmation
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
  return guard.isAsking ? (
    <Question
      danger
      title="Discard unsaved changes?"
      description="Your changes since the last save will be lost."
      action="Discard changes"
      cancel="Keep editing"
      onClose={guard.stay}
      onConfirm={guard.discard}
    />
  ) : null;
}

interface Screen {
  leave: Guard["leave"];
  /** Registers a form whose unsaved changes need a confirmation; returns a function that removes it. */
  addForm: (isUnsaved: () => boolean) => () => void;
}

const ScreenContext = createContext<Screen>({ leave: (way) => way(), addForm: () => () => undefined });

/** Guards the forms that are in `GuardedForms` with the returned `forms`. onBack replaces going back after the confirmation. */
export function useFormsGuard(onBack?: () => void) {
  const [all] = useState(() => new Set<() => boolean>());
  const guard = useGuard(() => [...all].some((isUnsaved) => isUnsaved()), onBack);
  const [addForm] = useState(() => (isUnsaved: () => boolean) => {
    all.add(isUnsaved);
    return () => void all.delete(isUnsaved);
  });
  return { guard, forms: { leave: guard.leave, addForm } };
}

export const GuardedForms = ScreenContext.Provider;

/** Guards the forms of a screen: all navigation away from it goes through the guard. */
export function ScreenGuard({ children }: { children: ReactNode }) {
  const { guard, forms } = useFormsGuard();
  return (
    <GuardedForms value={forms}>
      {children}
      <UnsavedQuestion guard={guard} />
    </GuardedForms>
  );
}

/** Registers a form's unsaved changes with the screen's guard. */
export function useUnsaved(isUnsaved: () => boolean) {
  const { addForm } = useContext(ScreenContext);
  const ask = useEffectEvent(isUnsaved);
  useEffect(() => addForm(() => ask()), [addForm]);
}

/** Returns a function that navigates away: immediately if nothing is unsaved, otherwise after a confirmation. */
export const useLeave = () => useContext(ScreenContext).leave;

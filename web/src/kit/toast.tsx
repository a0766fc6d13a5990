import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";

/** How many toasts are shown at a time; a new one replaces the oldest. */
export const toastLimit = 1;
/** How long a dismissed toast is kept before it is removed, in milliseconds. */
export const toastRemoveDelay = 1_000_000;
/** How long a toast is shown, in milliseconds. */
export const toastDuration = 5000;
/**
 * How long a toast with an action is shown, in milliseconds: time to read it, to decide and to reach the button by
 * keyboard.
 */
export const toastActionDuration = 20_000;
/** How far a toast is swiped to the right to dismiss it, in pixels. */
export const toastSwipeThreshold = 50;
/** The key that moves the focus to the toasts. */
export const toastHotkey = "F8";

export interface ToastContent {
  title: string;
  description?: string;
  tone?: "plain" | "destructive";
  /** URL of a small image of what it is about. */
  image?: string;
  /** An action for the user. Pressing it dismisses the toast. */
  action?: { label: string; press: () => void };
}

export interface Toast extends ToastContent {
  id: number;
  open: boolean;
}

/** The toasts of a page. */
export class Toasts {
  #toasts: Toast[] = [];
  #last = 0;
  readonly #listeners = new Set<() => void>();
  readonly #removals = new Map<number, ReturnType<typeof setTimeout>>();

  /** The toasts, newest first. Each change creates a new array. */
  readonly list = () => this.#toasts;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly add = (content: ToastContent) => {
    this.#last++;
    this.#set([{ ...content, id: this.#last, open: true }, ...this.#toasts].slice(0, toastLimit));
  };

  readonly dismiss = (id: number) => {
    this.#set(this.#toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
    if (!this.#removals.has(id))
      this.#removals.set(
        id,
        setTimeout(() => this.#remove(id), toastRemoveDelay),
      );
  };

  /** The id of the newest toast; 0 before the first. */
  readonly latest = () => this.#last;

  /** Dismisses the toasts after this id. */
  readonly dismissAfter = (id: number) => {
    for (const toast of this.#toasts) if (toast.open && toast.id > id) this.dismiss(toast.id);
  };

  #remove(id: number) {
    this.#removals.delete(id);
    this.#set(this.#toasts.filter((toast) => toast.id !== id));
  }

  #set(toasts: Toast[]) {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

const toasts = new Toasts();

/** Shows a message in a toast. */
export const toast = toasts.add;

/** Says in a toast that something went wrong, and why. */
export const toastError = (title: string, description?: string) => toast({ title, description, tone: "destructive" });

/** The toasts of this page, for the toast region. */
export const pageToasts = toasts;

const importRegion = () => import("./toast-region");

/** Excluded on the server, whose single script would otherwise include it. */
const ToastRegion = import.meta.env.SSR ? () => null : lazy(importRegion);

/** Loads the toast region in advance, for a page that must not request anything later. */
export const loadToasts = () => (import.meta.env.SSR ? undefined : importRegion());

/** The container of the toasts. The region is loaded with the first toast, or when its hotkey is pressed. */
export function Toaster() {
  const toasts = useSyncExternalStore(pageToasts.subscribe, pageToasts.list, pageToasts.list);
  const calledByKey = useHotkey();
  return (
    // Dialogs hide everything outside them from screen readers, except elements with aria-live, whatever its value.
    <div aria-live="off">
      {toasts.length === 0 && !calledByKey ? null : (
        <Suspense>
          <ToastRegion toasts={toasts} dismiss={pageToasts.dismiss} focused={calledByKey} />
        </Suspense>
      )}
    </div>
  );
}

/** Reports whether the hotkey has been pressed. Once the region is loaded, it handles the key itself. */
function useHotkey(): boolean {
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === toastHotkey) setPressed(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return pressed;
}

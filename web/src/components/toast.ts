/** Toasts shown at a time; a new one takes the place of the one before. */
export const toastLimit = 1;
/** How long a dismissed toast is kept before it is forgotten, in milliseconds. */
export const toastRemoveDelay = 1_000_000;
/** How long a toast is shown, in milliseconds. */
export const toastDuration = 5000;
/** How long one with something to press is shown, in milliseconds: time to read, to decide and to get there by keys. */
export const toastActionDuration = 20_000;
/** How far a toast is swiped to the right to dismiss it, in pixels. */
export const toastSwipeThreshold = 50;
/** The key that leads to the toasts. */
export const toastHotkey = "F8";

export interface ToastContent {
  title: string;
  description?: string;
  tone?: "plain" | "destructive";
  /** What can be done about it. Pressing it dismisses the toast. */
  action?: { label: string; press: () => void };
}

export interface Toast extends ToastContent {
  id: number;
  open: boolean;
}

/** The toasts of a page. Whoever has something to say adds one; the region shows them. */
export class Toasts {
  #toasts: Toast[] = [];
  #last = 0;
  readonly #listeners = new Set<() => void>();
  readonly #removals = new Map<number, ReturnType<typeof setTimeout>>();

  /** Newest first. The list is another one after each change. */
  readonly list = () => this.#toasts;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly add = (content: ToastContent) => {
    this.#last++;
    this.#become([{ ...content, id: this.#last, open: true }, ...this.#toasts].slice(0, toastLimit));
  };

  readonly dismiss = (id: number) => {
    this.#become(this.#toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
    if (!this.#removals.has(id))
      this.#removals.set(
        id,
        setTimeout(() => this.#remove(id), toastRemoveDelay),
      );
  };

  /** The number of the latest; 0 before the first. */
  readonly latest = () => this.#last;

  /** Dismisses what was said after the toast of this number. */
  readonly dismissAfter = (id: number) => {
    for (const toast of this.#toasts) if (toast.open && toast.id > id) this.dismiss(toast.id);
  };

  #remove(id: number) {
    this.#removals.delete(id);
    this.#become(this.#toasts.filter((toast) => toast.id !== id));
  }

  #become(toasts: Toast[]) {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

const toasts = new Toasts();

/** Says something to the person at the screen, in a toast. */
export const toast = toasts.add;

/** The toasts of this page, for the region that shows them. */
export const pageToasts = toasts;

/** As an element's ref, gives it the focus when it appears. `autoFocus` does so in React only. */
export const focus = (element: HTMLElement | null) => element?.focus();

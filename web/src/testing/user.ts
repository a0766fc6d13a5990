import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";

/**
 * Somebody with a mouse and a keyboard. They may click at once where a dialog was: it gives the page's clicks back a moment
 * after it is gone, which a busy machine makes longer than a test takes for the next line.
 */
export const newUser = (options?: Options) =>
  userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, ...options });

type Options = Parameters<typeof userEvent.setup>[0];

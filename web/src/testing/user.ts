import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";

/**
 * A user with a mouse and a keyboard. Pointer events are not checked, because a closing dialog blocks clicks for a
 * moment that a busy machine makes longer than a test waits.
 */
export const newUser = (options?: Options) =>
  userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, ...options });

type Options = Parameters<typeof userEvent.setup>[0];

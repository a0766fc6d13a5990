import { screen } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel, type UserEvent } from "@testing-library/user-event";

/**
 * A user with a mouse and a keyboard. Pointer events are not checked, because a closing dialog blocks clicks for a
 * moment that a busy machine makes longer than a test waits.
 */
export const newUser = (options?: Options) =>
  userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, ...options });

type Options = Parameters<typeof userEvent.setup>[0];

/** Types the name of a tool into a search for tools, and chooses it once it is found. */
export async function pickTool(user: UserEvent, search: HTMLElement, name: string) {
  await user.type(search, name);
  await screen.findByRole("option", { name: new RegExp(`^${name}`) });
  await user.keyboard("{Enter}");
}

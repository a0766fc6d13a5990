import { act, screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";
import { deferred } from "./page";
import { busy, type Reply, type stubServer } from "./server";

interface Opened {
  server: ReturnType<typeof stubServer>;
  user: UserEvent;
}

/**
 * Opens a screen that asks the server with a call. Checks that it shows that it is loading, then in an alert that the
 * call has failed, and that "Try again" repeats the call; the screen then gets the reply.
 */
export async function expectLoading(
  open: (replies: Record<string, Reply>) => Opened | Promise<Opened>,
  call: string,
  { loading, failed, reply }: { loading?: string; failed: string; reply: Reply },
) {
  const answer = deferred<unknown>();
  const { server, user } = await open({ [call]: () => answer.promise });
  if (loading) expect(await screen.findByText(loading)).toBeInTheDocument();
  await act(async () => answer.settle(busy()));
  expect(await screen.findByRole("alert")).toHaveTextContent(failed);
  server.replies[call] = reply;
  await user.click(screen.getByRole("button", { name: /^Try again/ }));
  return { server, user };
}

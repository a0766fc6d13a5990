import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { isSignedIn } from "../../kit/session-flag";
import { pageToasts } from "../../kit/toast";
import { deferred } from "../../testing/page";
import { sampleSite } from "../../testing/samples";
import { busy, done, type Reply, refusal, stubServer } from "../../testing/server";
import { removeSaved, replaceSaved, savedTools, saveTools } from "../saved/saved-tools";
import { followAccount, mergeIntoAccount } from "./account-list";
import { isCopy, setCopy } from "./list-copy";
import { forgetAll, openSignedIn, openWithAccounts, setSession } from "./testing";

const time = (id: number) => `2026-01-0${id}T00:00:00Z`;
/** What the API answers for these tools, saved one day after the other. */
const list = (...ids: number[]) => ids.map((id) => ({ productId: id, createdAt: time(id) }));
const tool = (id: number) => ({ id, savedAt: Date.parse(time(id)) });
const ids = () => savedTools().map(({ id }) => id);

const lastToast = () => pageToasts.list()[0];

beforeEach(() => {
  forgetAll();
  setSession();
});
afterEach(forgetAll);

/** Follows the account from now on; `before` is what the document began with. */
function follow(replies: Record<string, Reply>, before = savedTools()) {
  const server = stubServer(replies);
  onTestFinished(followAccount(before));
  const changes = () => server.calls.map(({ call }) => call).filter((call) => call !== "GET /api/favorites");
  return { server, changes };
}

describe("the account's list", () => {
  it("replaces the browser's", async () => {
    replaceSaved([tool(1), tool(2)]);
    const { changes } = follow({ "GET /api/favorites": list(2, 3) });
    await waitFor(() => expect(savedTools()).toEqual([tool(2), tool(3)]));
    expect(changes()).toEqual([]);
  });

  it("gets what was saved and removed before it arrived", async () => {
    replaceSaved([tool(1), tool(2)]);
    const answer = deferred<unknown>();
    const { changes } = follow({
      "GET /api/favorites": answer.promise,
      "PUT /api/favorites/4": done,
      "DELETE /api/favorites/1": done,
    });
    removeSaved(1);
    saveTools([tool(4)]);
    answer.settle(list(1, 2, 3));
    await waitFor(() => expect(changes()).toEqual(["DELETE /api/favorites/1", "PUT /api/favorites/4"]));
    expect(ids()).toEqual([2, 3, 4]);
  });

  it("gets what was saved while the script was loading", async () => {
    const before = savedTools();
    saveTools([tool(1)]);
    const { changes } = follow({ "GET /api/favorites": list(2), "PUT /api/favorites/1": done }, before);
    await waitFor(() => expect(changes()).toEqual(["PUT /api/favorites/1"]));
    expect(ids()).toEqual([1, 2]);
  });

  it("is merged with the browser's if that isn't a copy of it", async () => {
    replaceSaved([tool(1), tool(2)]);
    setCopy(false);
    const { server } = follow({ "POST /api/favorites/merge": list(1, 2, 3) });
    await waitFor(() => expect(ids()).toEqual([1, 2, 3]));
    expect(server.calls).toEqual([{ call: "POST /api/favorites/merge", body: { productIds: [1, 2] } }]);
    expect(isCopy()).toBe(true);
  });

  it("leaves the browser's as it is if it cannot be read", async () => {
    replaceSaved([tool(1)]);
    const { server } = follow({ "GET /api/favorites": busy });
    await waitFor(() => expect(server.calls).toHaveLength(1));
    expect(ids()).toEqual([1]);
    expect(isSignedIn()).toBe(true);
  });

  it("forgets a session that has ended, and leaves the list in the browser", async () => {
    replaceSaved([tool(1)]);
    follow({ "GET /api/favorites": () => refusal(401, "Please sign in.") });
    await waitFor(() => expect(isSignedIn()).toBe(false));
    expect(ids()).toEqual([1]);
    expect(isCopy()).toBe(false);
  });
});

describe("a change", () => {
  const opened = async (replies: Record<string, Reply>) => {
    replaceSaved([tool(1), tool(2), tool(3)]);
    const following = follow({ "GET /api/favorites": list(1, 2, 3), ...replies });
    await waitFor(() => expect(savedTools()).toHaveLength(3));
    return following;
  };

  it("is sent after the one before it was answered", async () => {
    const answer = deferred<unknown>();
    const { changes } = await opened({ "PUT /api/favorites/4": () => answer.promise, "DELETE /api/favorites/4": done });
    saveTools([tool(4)]);
    removeSaved(4);
    await waitFor(() => expect(changes()).toEqual(["PUT /api/favorites/4"]));
    answer.settle(done());
    await waitFor(() => expect(changes()).toEqual(["PUT /api/favorites/4", "DELETE /api/favorites/4"]));
  });

  it.each([
    ["that saves a tool", () => saveTools([tool(4)]), "PUT /api/favorites/4", "Couldn't save the tool"],
    ["that removes a tool", () => removeSaved(2), "DELETE /api/favorites/2", "Couldn't remove the tool"],
    ["that saves tools", () => saveTools([tool(4), tool(5)]), "POST /api/favorites/merge", "Couldn't save the tools"],
  ])("%s is taken back if it fails, and says so", async (_what, change, call, title) => {
    const { changes } = await opened({ [call]: () => refusal(409, "Your list holds 500 tools.") });
    change();
    await waitFor(() => expect(lastToast()).toMatchObject({ title, description: "Your list holds 500 tools." }));
    expect(ids()).toEqual([1, 2, 3]);
    expect(changes()).toEqual([call]);
  });

  it("of several tools is one call", async () => {
    const { server, changes } = await opened({ "POST /api/favorites/merge": list(1, 2, 3, 4, 5) });
    saveTools([tool(5), tool(4)]);
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(server.calls.at(-1)?.body).toEqual({ productIds: [4, 5] });
    expect(ids()).toEqual([1, 2, 3, 4, 5]);
  });

  it("stays in the browser if the session has ended, and says so", async () => {
    const { server } = await opened({});
    server.isSignedIn = false;
    saveTools([tool(4)]);
    await waitFor(() => expect(lastToast()?.title).toBe("You've been signed out"));
    expect(ids()).toEqual([1, 2, 3, 4]);
    expect(isSignedIn()).toBe(false);
  });

  it("in another tab is not sent from this one", async () => {
    const { changes } = await opened({ "PUT /api/favorites/5": done });
    localStorage.setItem("saved_tools", JSON.stringify([tool(1), tool(4)]));
    dispatchEvent(new StorageEvent("storage", { key: "saved_tools" }));
    expect(ids()).toEqual([1, 4]);
    saveTools([tool(5)]);
    await waitFor(() => expect(changes()).toEqual(["PUT /api/favorites/5"]));
  });
});

describe("signing in", () => {
  it("merges the browser's list, also if it was another account's copy", async () => {
    replaceSaved([tool(2), tool(1)]);
    const { calls } = stubServer({ "POST /api/favorites/merge": list(1, 2, 3) });
    await mergeIntoAccount();
    expect(calls).toEqual([{ call: "POST /api/favorites/merge", body: { productIds: [1, 2] } }]);
    expect(ids()).toEqual([1, 2, 3]);
  });

  it("is not undone by a failure, and the next page merges", async () => {
    replaceSaved([tool(1)]);
    stubServer({ "POST /api/favorites/merge": busy });
    await mergeIntoAccount();
    expect(ids()).toEqual([1]);
    expect(isCopy()).toBe(false);
  });
});

describe("a page", () => {
  it("asks for the list once if there is a session, and shows it", async () => {
    const { sent } = openSignedIn("/nowhere", { "GET /api/favorites": list(1, 2) });
    expect((await screen.findAllByRole("link", { name: "Saved 2 tools" }))[0]).toBeInTheDocument();
    expect(sent("GET /api/favorites")).toHaveLength(1);
  });

  it("asks for nothing without a session", async () => {
    forgetAll();
    const { server } = openWithAccounts("/nowhere");
    await screen.findAllByRole("link", { name: "Sign in" });
    await new Promise((resolve) => setTimeout(resolve));
    expect(server.calls.map(({ call }) => call)).toEqual(["GET /api/site"]);
  });

  it("asks for nothing on a site without accounts, where an administrator has a session", async () => {
    const { server } = openSignedIn("/nowhere", { "GET /api/site": sampleSite() });
    await screen.findByRole("heading", { name: "Page Not Found" });
    await new Promise((resolve) => setTimeout(resolve));
    expect(server.calls.map(({ call }) => call)).toEqual(["GET /api/site"]);
  });
});

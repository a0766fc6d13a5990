import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { administrator, refusal } from "../../../testing/admin-page";
import { later } from "../../../testing/page";
import { open, press, toastOf } from "../../../testing/site-management";
import { storeRecord } from "../../session-record";

beforeEach(() => {
  localStorage.clear();
  storeRecord(administrator, Date.now());
});

describe("the sync", () => {
  it("says that it runs, that it is done, and when", async () => {
    const answer = later<unknown>();
    const { server, user } = open("?tab=sync", { "POST /api/sync/manual": () => answer.promise });
    expect(await screen.findByText("Last sync: Never")).toBeVisible();
    await press(user, "Sync Now");
    expect(await screen.findByRole("button", { name: "Syncing..." })).toBeDisabled();
    expect(server.calls.at(-1)).toEqual({ call: "POST /api/sync/manual", body: undefined });
    answer.settle({ anything: true });
    expect((await toastOf("Success"))?.textContent).toContain("Database sync completed successfully");
    expect(screen.queryByText("Last sync: Never")).toBeNull();
  });

  it("that fails says so to the letter, and why beside the button", async () => {
    const { user } = open("?tab=sync", { "POST /api/sync/manual": refusal(404, "There is nothing at this address.") });
    await user.click(await screen.findByRole("button", { name: "Sync Now" }));
    expect(await toastOf("Error")).toHaveTextContent("Failed to sync database. Please try again.");
    expect(screen.getByText("There is nothing at this address.")).toBeVisible();
    expect(screen.getByText("Last sync: Never")).toBeVisible();
    expect(screen.getByRole("button", { name: "Sync Now" })).toBeEnabled();
  });

  it("leaves export and import to the command line", async () => {
    const { user } = open("?tab=sync");
    await user.click(await screen.findByRole("button", { name: "Export Data" }));
    expect(await toastOf("Please use the command-line tools: vitrine export site.zip")).toHaveTextContent(
      "Export Data",
    );
    await press(user, "Import Data");
    expect(await toastOf("Please use the command-line tools: vitrine import site.zip")).toHaveTextContent(
      "Import Data",
    );
  });

  it("gives the address that production calls", async () => {
    const { user } = open("?tab=sync");
    const address = `${location.origin}/api/sync/webhook`;
    expect(await screen.findByText(address)).toBeVisible();
    await press(user, "Copy webhook address");
    expect(await navigator.clipboard.readText()).toBe(address);
  });

  it("says when the browser does not let it copy", async () => {
    const { user } = open("?tab=sync");
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
    await user.click(await screen.findByRole("button", { name: "Copy webhook address" }));
    expect(await toastOf("Not copied")).toHaveAttribute("data-tone", "destructive");
  });
});

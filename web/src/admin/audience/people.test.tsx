import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { parts } from "../../admin-features";
import { openAdmin } from "../../testing/admin-page";
import { expectLoading, present } from "../../testing/page";
import { sampleSite } from "../../testing/samples";
import { meOf, type Reply } from "../../testing/server";

const withoutAccounts = { ...meOf("owner"), accounts: false };

const open = (replies: Record<string, Reply> = {}) =>
  openAdmin("/admin/readers", { "GET /api/site": sampleSite(), ...replies });

/** The tabs of this test, whatever features there are. */
beforeEach(() => {
  const { users, subscribers } = parts;
  parts.users = {
    id: "users",
    label: "Accounts",
    needs: "accounts",
    purpose: "With an account.",
    Panel: () => "All users",
  };
  const list = {
    id: "subscribers",
    label: "Subscribers",
    needs: "newsletter" as const,
    purpose: "By email.",
    Panel: () => "All subscribers",
  };
  parts.subscribers = { ...list, Numbers: () => "Numbers" };
  onTestFinished(() => void Object.assign(parts, { users, subscribers }));
});

describe("the menu", () => {
  it("has Accounts where visitors can sign up", async () => {
    open();
    expect(await screen.findByRole("link", { name: "Accounts" })).toHaveAttribute("aria-current", "page");
    expect(await screen.findByText("All users")).toBeVisible();
    expect(screen.queryByRole("tab")).toBeNull();
    expect(screen.queryByText("Numbers")).toBeNull();
  });

  it("has no group Audience where they can't and there is no newsletter, and the screen says so", async () => {
    const { server } = open({ "GET /api/auth/me": withoutAccounts });
    expect(await screen.findByRole("heading", { name: "Accounts and the newsletter are off" })).toBeVisible();
    expect(screen.queryByRole("list", { name: "Audience" })).toBeNull();
    const asked = server.calls.map(({ call }) => call).filter((call) => call.startsWith("GET /api/admin"));
    expect(asked).toEqual(["GET /api/admin/attention"]);
  });

  it("has Subscribers where there is a newsletter only", async () => {
    open({ "GET /api/auth/me": withoutAccounts, "GET /api/site": sampleSite({ newsletter: true }) });
    expect(await screen.findByText("All subscribers")).toBeVisible();
    expect(screen.getByRole("link", { name: "Subscribers" })).toHaveAttribute("aria-current", "page");
    expect(screen.queryByRole("link", { name: "Accounts" })).toBeNull();
    expect(screen.getByText("Numbers")).toBeVisible();
    expect(screen.queryByRole("tab")).toBeNull();
  });

  it("shows why the site could not be loaded, with a retry button", async () => {
    const failed = "Couldn't load the siteThe site is busy.";
    await expectLoading(open, "GET /api/site", { failed, reply: sampleSite() });
    expect(await screen.findByText("All users")).toBeVisible();
  });
});

it("the tabs are accounts and subscribers, and the one that is open is in the URL", async () => {
  const { user } = open({ "GET /api/site": sampleSite({ newsletter: true }) });
  await user.click(await screen.findByRole("tab", { name: "Subscribers", selected: false }));
  expect(present()).toBe("/admin/readers?tab=subscribers");
  expect(screen.getByRole("tabpanel", { name: "Subscribers" })).toHaveTextContent("All subscribers");
  expect(screen.getByText("By email.")).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Accounts", selected: false }));
  expect(present()).toBe("/admin/readers");
  expect(screen.getByText("All users")).toBeVisible();
});

import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Reader, ReaderPage } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { deferred, expectLoading, present } from "../../testing/page";
import { sampleSite } from "../../testing/samples";
import { busy, done, type Reply, refusal } from "../../testing/server";

const reader = (id: number, overrides: Partial<Reader> = {}): Reader => ({
  id,
  email: `reader-${id}@example.com`,
  name: `Reader ${id}`,
  isVerified: true,
  isDisabled: false,
  createdAt: "2026-01-02T12:00:00Z",
  lastSeenAt: "0001-01-01T00:00:00Z",
  favorites: 0,
  submissions: 0,
  ...overrides,
});

const page = (readers: Reader[], overrides: Partial<ReaderPage> = {}): ReaderPage => ({
  readers,
  counts: { all: readers.length, unverified: 0, disabled: 0 },
  next: "",
  ...overrides,
});

const address = "GET /api/admin/users";
const listed = (search = "", sort = "newest", filter = "all") =>
  `${address}?search=${search}&sort=${sort}&filter=${filter}`;

const two = { [address]: page([reader(2), reader(1)]), "GET /api/site": sampleSite() };
const open = (replies: Record<string, Reply> = {}) => openAdmin("/admin/readers", { ...two, ...replies });

const row = (email: string) => screen.findByRole("listitem", { name: email });
const names = () =>
  within(screen.getByRole("main"))
    .getAllByRole("listitem")
    .map((item) => item.getAttribute("aria-label"));

describe("the list", () => {
  it("shows a skeleton while it loads, then why that has failed, with a retry button", async () => {
    await expectLoading(open, address, {
      loading: "Loading accounts",
      failed: "Couldn't load accountsThe site is busy.",
      reply: page([reader(1)]),
    });
    expect(await row("reader-1@example.com")).toBeVisible();
  });

  it("shows what readers have, as text", async () => {
    const seen = { lastSeenAt: "2026-02-03T12:00:00Z", favorites: 1200, submissions: 3 };
    open({
      [address]: page([
        reader(1, { ...seen, name: "<b>Ann</b>" }),
        reader(2, { name: "", isVerified: false, isDisabled: true }),
      ]),
    });
    const ann = await row("reader-1@example.com");
    expect(ann).toHaveTextContent("<b>Ann</b>reader-1@example.com");
    expect(ann).toHaveTextContent("Signed up Jan 2, 2026Last seen Feb 3, 2026Saved 1,200Submitted 3");
    expect(within(ann).getByText("Feb 3, 2026")).toHaveAttribute("title", expect.stringContaining("Feb 3, 2026, "));
    const other = await row("reader-2@example.com");
    expect(other).toHaveTextContent("reader-2@example.comUnverifiedDisabled");
    expect(other).toHaveTextContent("Last seen Never");
    expect(screen.queryByRole("tab")).toBeNull();
  });

  it.each([
    ["All", 0, "No accounts yet", "Visitors can sign up at /sign-up."],
    ["Unverified", 1, "No unverified accounts"],
    ["Disabled", 1, "No disabled accounts"],
  ])("explains an empty list: %s", async (tab, all, title, hint = title) => {
    const { user } = open({ [address]: page([], { counts: { all, unverified: 0, disabled: 0 } }) });
    await user.click(await screen.findByRole("button", { name: new RegExp(`^${tab}`) }));
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByText(hint)).toBeVisible();
  });

  it("is searched while typing, and keeps the readers until the answer is there", async () => {
    const answer = deferred<unknown>();
    const { server, user } = open({ [listed("ann")]: () => answer.promise });
    await row("reader-1@example.com");
    await user.type(screen.getByRole("searchbox", { name: "Search accounts" }), "ann");
    await waitFor(() => expect(server.calls.at(-1)?.call).toBe(listed("ann")));
    expect(names()).toHaveLength(2);
    await act(async () => answer.settle(page([reader(7)])));
    await waitFor(() => expect(names()).toEqual(["reader-7@example.com"]));
    expect(screen.getByText("1 account found")).toBeInTheDocument();
  });

  it("says that nobody matches, and clears the search", async () => {
    const { user } = open({ [listed("x")]: page([]) });
    await row("reader-1@example.com");
    await user.type(screen.getByRole("searchbox"), "x");
    expect(await screen.findByRole("heading", { name: "No accounts match your search" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear search and filters" }));
    expect(await row("reader-1@example.com")).toBeVisible();
  });

  it("is sorted and filtered by the server", async () => {
    const { user } = open({
      [listed("", "seen")]: page([reader(3)], { counts: { all: 9, unverified: 4, disabled: 1 } }),
      [listed("", "seen", "unverified")]: page([reader(4)]),
    });
    await row("reader-1@example.com");
    await user.selectOptions(screen.getByRole("combobox", { name: "Sort" }), "Last seen first");
    await row("reader-3@example.com");
    await user.click(screen.getByRole("button", { name: /^Unverified.*4$/ }));
    await row("reader-4@example.com");
    await waitFor(() => expect(present()).toBe("/admin/readers?sort=seen&filter=unverified"));
  });

  it("appends the next page, also after it has failed", async () => {
    const { server, user } = open({
      [address]: busy,
      [listed()]: page([reader(9)], { next: "abc" }),
    });
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't load more accounts.");
    const next = deferred<unknown>();
    server.replies[`${listed()}&cursor=abc`] = () => next.promise;
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByRole("button", { name: "Loading..." })).toBeDisabled();
    await act(async () => next.settle(page([reader(3)])));
    await waitFor(() => expect(names()).toEqual(["reader-9@example.com", "reader-3@example.com"]));
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });
});

describe("a reader", () => {
  it("is disabled and enabled", async () => {
    const answer = deferred<unknown>();
    const change = "PATCH /api/admin/users/1";
    const { server, user, sent } = open({ [address]: page([reader(1)]), [change]: () => answer.promise });
    await user.click(await screen.findByRole("button", { name: "Disable reader-1@example.com" }));
    const saving = screen.getByRole("button", { name: "Saving... reader-1@example.com" });
    expect(saving).toHaveAttribute("aria-disabled", "true");
    await user.click(saving);
    server.replies[address] = page([reader(1, { isDisabled: true })]);
    await act(async () => answer.settle(done()));
    expect(await screen.findByText("Account disabled")).toBeVisible();
    server.replies[change] = done;
    await user.click(await screen.findByRole("button", { name: "Enable reader-1@example.com" }));
    expect(await screen.findByText("Account enabled")).toBeVisible();
    expect(sent(change)).toEqual([{ isDisabled: true }, { isDisabled: false }]);
  });

  it("gets a new code only while they wait for one", async () => {
    const unverified = { isVerified: false };
    const readers = [reader(1, unverified), reader(2), reader(3, { ...unverified, isDisabled: true })];
    const { user, server } = open({ [address]: page(readers), "POST /api/admin/users/1/resend": done });
    const button = await screen.findByRole("button", { name: "Send a new code reader-1@example.com" });
    expect(screen.getAllByRole("button", { name: /^Send a new code/ })).toHaveLength(1);
    await user.click(button);
    expect(await screen.findByText("New code on its way")).toBeVisible();
    server.replies["POST /api/admin/users/1/resend"] = () => refusal(429, "Too many emails were requested.");
    await user.click(button);
    expect(await screen.findByText("Couldn't send a new code")).toBeVisible();
    expect(screen.getByText("Too many emails were requested.")).toBeVisible();
  });

  it("is deleted after a question that says what goes, and it shows when that has failed", async () => {
    const { server, user } = open({
      [address]: page([reader(2, { favorites: 3, submissions: 1 }), reader(1)]),
      "DELETE /api/admin/users/2": busy,
    });
    await user.click(await screen.findByRole("button", { name: "Delete reader-2@example.com" }));
    const question = screen.getByRole("alertdialog", { name: "Delete this account?" });
    expect(question).toHaveTextContent("The account, its saved tools (3) and submissions (1) are permanently deleted.");
    expect(question).toHaveTextContent("They can sign up again.");
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    expect(await within(question).findByRole("alert")).toHaveTextContent("The site is busy.");
    server.replies["DELETE /api/admin/users/2"] = done;
    server.replies[address] = page([reader(1)]);
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Account deleted")).toBeVisible();
    await waitFor(() => expect(names()).toEqual(["reader-1@example.com"]));
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import { screens } from "../admin-features";
import { homePath, loginPath } from "../kit/admin/session";
import { readRecord, recordKey, sessionLifetime } from "../kit/session-record";
import { openAdmin } from "../testing/admin-page";
import { deferred, expectLoading, present } from "../testing/page";
import { sampleSite } from "../testing/samples";
import { administrator, meOf, type Reply, refusal } from "../testing/server";
import { served } from "../testing/shared-cases";
import { lineOf, menuOf } from "./menu";
import { adminRouteOf } from "./routes";

const day = 24 * 60 * 60 * 1000;

const texts = {
  name: "Vitrine",
  tagline: "",
  hero: "",
  heroAccent: "",
  introduction: "",
  footer: "",
  contact: "",
  socialTitle: "",
};

const openSignedOut = (address: string, replies: Record<string, Reply> = {}) =>
  openAdmin(address, replies, { signedInAt: null });

async function fillIn(user: ReturnType<typeof openAdmin>["user"], password = "correct horse battery") {
  await user.type(screen.getByLabelText("Email"), " admin@example.com ");
  await user.type(screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Login" }));
}

describe("signing in", () => {
  it("opens the dashboard, shows a welcome toast, and stores the user for 24 hours", async () => {
    const { server, user } = openSignedOut("/admin/login");
    expect(screen.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
    expect(document.title).toBe("Admin Panel – Vitrine");
    await fillIn(user);
    expect(await screen.findByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
    expect(await screen.findByText("Welcome to the admin panel!")).toBeInTheDocument();
    expect(present()).toBe("/admin");
    expect(server.sent("POST /api/auth/login")).toEqual([
      { username: "admin@example.com", password: "correct horse battery" },
    ]);
    const { user: recordedUser, timestamp, expires } = JSON.parse(localStorage.getItem("admin_user") ?? "");
    expect(recordedUser).toEqual(administrator);
    expect(expires - timestamp).toBe(day);
    expect(Math.abs(Date.now() - timestamp)).toBeLessThan(60_000);
  });

  it("shows that it is busy, and sends one request only", async () => {
    const answer = deferred<unknown>();
    const { server, user } = openSignedOut("/admin/login", { "POST /api/auth/login": () => answer.promise });
    await fillIn(user);
    const button = await screen.findByRole("button", { name: "Logging in..." });
    expect(button).toBeDisabled();
    await user.type(screen.getByLabelText("Password"), "{Enter}");
    expect(server.calls).toHaveLength(1);
    answer.settle({ user: administrator });
    expect(await screen.findByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  });

  it.each([
    ["a wrong password", refusal(401, "Invalid credentials"), "Login Failed", "Invalid credentials"],
    ["a response without a message", new Response("", { status: 401 }), "Login Failed", "Invalid credentials"],
    ["a proxy's page", new Response("<h1>Bad Gateway</h1>", { status: 502 }), "Error", "Failed to connect to server"],
    ["no connection", () => Promise.reject(new TypeError("no")), "Error", "Failed to connect to server"],
    [
      "too many tries",
      refusal(429, "Too many. Please try again in 14 minutes.", { retryAfter: 840 }),
      "Login Failed",
      "Too many. Please try again in 14 minutes.",
    ],
    ["a busy server", refusal(503, "Busy.", { retryAfter: 1 }), "Login Failed", "Busy."],
  ])("shows why it failed: %s", async (_what, answer, title, text) => {
    const { user } = openSignedOut("/admin/login", { "POST /api/auth/login": answer });
    await fillIn(user, "wrong");
    const toast = await screen.findByText(title);
    expect(toast.closest("li")).toHaveTextContent(text);
    expect(toast.closest("li")).toHaveAttribute("data-tone", "destructive");
    expect(present()).toBe("/admin/login");
    expect(localStorage.getItem(recordKey)).toBeNull();
    expect(screen.getByLabelText("Password")).toHaveFocus();
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(text);
  });
});

describe("an account of a visitor", () => {
  it("can't sign in: its session ends at once, and nothing is stored", async () => {
    const reader = { id: 7, email: "ann@example.com", name: "Ann", isAdmin: false };
    const { server, user } = openSignedOut("/admin/login", { "POST /api/auth/login": { user: reader } });
    await fillIn(user);
    const toast = await screen.findByText("Login Failed");
    expect(toast.closest("li")).toHaveTextContent("This account can't manage the site.");
    expect(server.calls.map(({ call }) => call)).toEqual(["POST /api/auth/login", "POST /api/auth/logout"]);
    expect(present()).toBe("/admin/login");
    expect(localStorage.getItem(recordKey)).toBeNull();
  });
});

describe("a screen", () => {
  it.each([
    ["no record", null],
    ["an unreadable record", "{"],
    ["a record that has expired", JSON.stringify({ user: administrator, timestamp: 1, expires: 2 })],
  ])("redirects to the sign-in page without any request: %s", async (_what, record) => {
    if (record !== null) localStorage.setItem(recordKey, record);
    const { server } = openSignedOut("/admin/categories");
    expect(await screen.findByRole("heading", { name: "Admin Panel" })).toBeVisible();
    expect(present()).toBe("/admin/login");
    expect(localStorage.getItem(recordKey)).toBeNull();
    expect(server.calls).toEqual([]);
  });

  it("extends the session record to 24 hours from now", async () => {
    openAdmin("/admin", {}, { signedInAt: Date.now() - day + 60_000 });
    expect(await screen.findByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
    expect(readRecord(Date.now())?.expires).toBeGreaterThan(Date.now() + sessionLifetime - 60_000);
  });

  it("shows nothing for a forged record, and redirects to the sign-in page", async () => {
    const { server, container } = openAdmin("/admin");
    server.isSignedIn = false;
    expect(container.querySelector("main")).toBeEmptyDOMElement();
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(await screen.findByRole("heading", { name: "Admin Panel" })).toBeVisible();
    expect(server.calls.map(({ call }) => call).toSorted()).toEqual([
      "GET /api/admin/product-rows?limit=100",
      "GET /api/auth/me",
      "GET /api/site",
    ]);
    expect(localStorage.getItem(recordKey)).toBeNull();
  });

  it("requests the products together with the user, once", async () => {
    const answer = deferred<unknown>();
    const { server } = openAdmin("/admin", { "GET /api/auth/me": () => answer.promise });
    await waitFor(() => expect(server.calls).toHaveLength(3));
    expect(screen.queryByRole("heading", { name: "Admin Dashboard" })).toBeNull();
    answer.settle(meOf("owner"));
    expect(await screen.findByText("No products found")).toBeVisible();
    expect(server.sent("GET /api/admin/product-rows?limit=100")).toHaveLength(1);
  });

  it("offers a retry button if the server does not answer", async () => {
    await expectLoading((replies) => openAdmin("/admin", replies), "GET /api/auth/me", {
      failed: "The site is busy.",
      reply: undefined,
    });
    expect(await screen.findByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
    expect(localStorage.getItem(recordKey)).not.toBeNull();
  });

  it.each([
    ["in the frame", Date.now(), "Admin Dashboard"],
    ["also without a session", null, "Admin Panel"],
  ])("that does not exist shows an error, %s", async (_where, signedInAt, next) => {
    const { user } = openAdmin("/admin/constructor", {}, { signedInAt });
    expect(await screen.findByRole("heading", { name: "Page Not Found" })).toBeVisible();
    expect(document.title).toBe("Page Not Found – Vitrine");
    await user.click(screen.getByRole("link", { name: "Back to the dashboard" }));
    expect(await screen.findByRole("heading", { name: next })).toBeVisible();
  });

  it("gets the focus when it is opened, and sets the document's title", async () => {
    const { user } = openAdmin("/admin", { "GET /api/admin/categories": [] });
    await user.click(await screen.findByRole("link", { name: "Categories" }));
    expect(await screen.findByRole("heading", { name: "Categories" })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
    expect(document.title).toBe("Categories – Vitrine");
    expect(screen.getByRole("link", { name: "Categories" })).toHaveAttribute("aria-current", "page");
  });
});

describe("the menu", () => {
  const links = (group: string) =>
    within(screen.getByRole("list", { name: group }))
      .getAllByRole("link")
      .map(({ textContent }) => textContent?.trim());

  it("has the screens in groups, the current one marked, and how many submissions wait", async () => {
    openAdmin("/admin/site-management?tab=legal", {
      "GET /api/site": sampleSite({ newsletter: true }),
      "GET /api/submissions": { counts: { pending: 6 }, submissions: [], next: 0, sendsMail: false },
    });
    expect(await screen.findByRole("link", { name: "Submissions 6 waiting" })).toHaveAttribute("href", "/admin/queue");
    expect(links("Catalog").slice(0, 2)).toEqual(["Products", "Categories"]);
    expect(links("Settings").slice(0, 6)).toEqual([
      ...["General", "Appearance", "Logos", "Social", "Legal", "Search engines"],
    ]);
    expect(links("Insights")).toEqual(expect.arrayContaining(["Traffic", "History"]));
    const current = screen.getByRole("navigation", { name: "Admin" }).querySelectorAll("[aria-current]");
    expect([...current].map(({ textContent }) => textContent?.trim())).toEqual(["Legal"]);
  });

  it("has the account at its foot, with the whole email address", async () => {
    openAdmin("/admin");
    expect(await screen.findByText("admin@example.com")).toBeVisible();
    expect(screen.getByRole("link", { name: "View site" })).toHaveAttribute("href", "/");
  });

  it("says how much needs the administrator on each screen", async () => {
    const need = (count: number, url: string) => ({ kind: url, count, url });
    openAdmin("/admin", {
      "GET /api/admin/attention": [
        need(3, "/admin/reach?list=same-name"),
        need(2, "/admin/reach?list=no-price"),
        need(1000, "/admin/links"),
      ],
    });
    expect(await screen.findByRole("link", { name: "SEO 5 need attention" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Links 999+ need attention" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Categories" })).toBeVisible();
    expect(lineOf("/admin/money?tab=links")).toBe("/admin/money?tab=links");
  });

  it("leaves out a group without links, and a link to what the site doesn't have", () => {
    const entry = { path: "/a", title: "A", group: "Inbox", area: "inbox", needs: "accounts" } as const;
    const links = () => [
      { id: "x", label: "X", needs: "accounts" as const },
      { id: "y", label: "Y" },
    ];
    const tabs = { path: "/b", title: "B", group: "Audience", area: "audience", links } as const;
    const has = { accounts: false, newsletter: true };
    expect(menuOf([entry, tabs], { has, reads: ["inbox", "audience"] }, "/b", "")).toEqual([
      { group: "Audience", lines: [{ label: "Y", href: "/b", isCurrent: true }] },
    ]);
    expect(menuOf([entry, tabs], { has, reads: ["inbox"] }, "/b", "")).toEqual([]);
  });

  it("is a drawer on a narrow window, which closes on Escape and on a choice", async () => {
    const { matchMedia } = window;
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes("64rem") });
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    const { user } = openAdmin("/admin", {
      "GET /api/submissions": { counts: { pending: 1 }, submissions: [], next: 0, sendsMail: false },
      "GET /api/admin/categories": [],
    });
    const button = await screen.findByRole("button", { name: "Menu, 1 submission waiting" });
    expect(screen.queryByRole("navigation", { name: "Admin" })).toBeNull();
    await user.click(button);
    expect(screen.getByRole("dialog", { name: "Menu" })).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(button).toHaveFocus());
    await user.click(button);
    await user.click(screen.getByRole("link", { name: "Categories" }));
    expect(await screen.findByRole("heading", { name: "Categories" })).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });
});

describe("the site's name", () => {
  it("changes in the menu and the title once it is saved", async () => {
    const values = (name: string) => ({ texts: { ...texts, name } });
    const { server, user } = openAdmin("/admin/site-management?tab=texts", {
      "GET /api/site": sampleSite(),
      "GET /api/admin/settings": { ...values("Vitrine"), defaults: values("Vitrine") },
      "PATCH /api/admin/settings": { ...values("Orchestra"), defaults: values("Vitrine") },
    });
    const field = await screen.findByRole("textbox", { name: "Site name" });
    expect(screen.getByRole("link", { name: "Vitrine, the public site" })).toBeVisible();
    await user.clear(field);
    await user.type(field, "Orchestra");
    server.replies["GET /api/site"] = sampleSite({ name: "Orchestra" });
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByRole("link", { name: "Orchestra, the public site" })).toBeVisible();
    expect(document.title).toBe("Site Management – Orchestra");
  });
});

describe("signing out", () => {
  it("ends the session here and on the server, and shows a toast", async () => {
    const { server, user } = openAdmin("/admin");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    expect(await screen.findByText("You have been successfully logged out")).toBeInTheDocument();
    expect(screen.getByText("Logged out")).toBeInTheDocument();
    expect(present()).toBe("/admin/login");
    expect(localStorage.getItem(recordKey)).toBeNull();
    expect(server.calls.at(-1)?.call).toBe("POST /api/auth/logout");
  });

  it("also works here when the server cannot be reached, and shows a toast", async () => {
    const { user } = openAdmin("/admin", { "POST /api/auth/logout": () => Promise.reject(new TypeError("no")) });
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Failed to connect to server")).toBeInTheDocument();
    expect(present()).toBe("/admin/login");
    expect(localStorage.getItem(recordKey)).toBeNull();
  });

  it("needs no password when the session has already ended", async () => {
    const { server, user } = openAdmin("/admin");
    const button = await screen.findByRole("button", { name: "Logout" });
    server.isSignedIn = false;
    await user.click(button);
    expect(await screen.findByText("You have been successfully logged out")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a session that ends while a screen is open", () => {
  const music = { id: 7, name: "Music", slug: "music", group: "Video & Audio", count: 3 };

  async function loseSession() {
    const { server, user } = openAdmin("/admin/categories", {
      "GET /api/admin/categories": [music],
      "PUT /api/categories/7": { ...music, name: "Sound", slug: "sound" },
      "POST /api/auth/login": (body: unknown) => {
        if ((body as { password: string }).password !== "right") return refusal(401, "Invalid credentials");
        server.isSignedIn = true;
        return { user: administrator };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Edit Music" }));
    server.isSignedIn = false;
    await user.keyboard("Sound{Enter}");
    return { server, user, dialog: await screen.findByRole("dialog", { name: "Your session has ended" }) };
  }

  it("asks for the password in a dialog, shows a wrong one there, and then repeats the refused call", async () => {
    const { server, user, dialog } = await loseSession();
    expect(within(dialog).getByLabelText("Email")).toHaveValue("admin@example.com");
    expect(within(dialog).getByLabelText("Password")).toHaveFocus();
    await user.keyboard("wrong{Enter}");
    expect(await within(dialog).findByText("Invalid credentials")).toBeVisible();
    await user.clear(within(dialog).getByLabelText("Password"));
    await user.keyboard("right{Enter}");
    expect(await screen.findByText("Music is now Sound.")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.sent("PUT /api/categories/7")).toEqual([{ name: "Sound" }, { name: "Sound" }]);
    expect(present()).toBe("/admin/categories");
  });

  it("can only be left after a warning, and then the refused call fails", async () => {
    const { server, user } = await loseSession();
    await user.keyboard("{Escape}");
    const warning = await screen.findByRole("dialog", { name: "Leave without signing in?" });
    await user.click(within(warning).getByRole("button", { name: "Stay" }));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Leave" }));
    expect(await screen.findByRole("heading", { name: "Admin Panel" })).toBeVisible();
    expect(localStorage.getItem(recordKey)).toBeNull();
    expect(server.sent("PUT /api/categories/7")).toHaveLength(1);
  });

  it("asks once for all refused calls, and repeats each", async () => {
    const { server, user, session } = openAdmin("/admin");
    await screen.findByRole("heading", { name: "Admin Dashboard" });
    const both = [session.lost(), session.lost()];
    await screen.findByRole("dialog", { name: "Your session has ended" });
    await user.keyboard("right{Enter}");
    expect(await Promise.all(both)).toEqual([true, true]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.sent("POST /api/auth/login")).toHaveLength(1);
  });
});

describe("changing the password", () => {
  async function ask(replies = {}) {
    const { server, user } = openAdmin("/admin", replies);
    await user.click(await screen.findByRole("button", { name: "Password" }));
    await screen.findByRole("dialog", { name: "Change password" });
    const fill = async (current: string, password: string, again: string) => {
      await user.type(screen.getByLabelText("Current password"), current);
      await user.type(screen.getByLabelText("New password"), password);
      await user.type(screen.getByLabelText("Repeat the new password"), again);
      await user.click(screen.getByRole("button", { name: "Change password" }));
    };
    return { server, fill };
  }

  it("sends the old and the new password, and shows what else was signed out", async () => {
    const { server, fill } = await ask({ "POST /api/auth/password": { user: administrator } });
    await fill("old", "a new long password", "a new long password");
    expect(await screen.findByText("Password changed")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.calls.at(-1)?.body).toEqual({ currentPassword: "old", newPassword: "a new long password" });
  });

  it.each([
    ["a short one", "short", "short", "Use at least 12 characters."],
    ["a long one", "ü".repeat(129), "ü".repeat(129), "Use at most 128 characters."],
    ["a mistyped one", "a new long password", "a new long passwort", "The passwords don't match."],
  ])("sends no request for %s", async (_what, password, again, message) => {
    const { server, fill } = await ask();
    await fill("old", password, again);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText(message).closest(".field")).toContainElement(document.activeElement as HTMLElement);
    expect(server.calls.some(({ call }) => call.includes("password"))).toBe(false);
  });

  it("shows at its field that the current password is wrong", async () => {
    const fields = [{ field: "currentPassword", message: "This is not your current password." }];
    const { fill } = await ask({ "POST /api/auth/password": () => refusal(422, "no", { fields }) });
    await fill("wrong", "a new long password", "a new long password");
    expect(await screen.findByText("This is not your current password.")).toBeVisible();
    expect(screen.getByLabelText("Current password")).toBeInvalid();
    await waitFor(() => expect(screen.getByLabelText("Current password")).toHaveFocus());
  });
});

it("the server knows each screen, by the same title", () => {
  expect(served.screens).toHaveProperty([loginPath]);
  for (const path of [homePath, ...screens.map(({ path }) => path)])
    expect(served.screens[path], path).toBe(adminRouteOf(path).title);
});

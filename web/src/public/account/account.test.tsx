import { act, screen, waitFor, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { RequestError } from "../../api/client";
import { isSignedIn, sessionChanged } from "../../kit/session-flag";
import { readRecord, storeRecord } from "../../kit/session-record";
import { accountSections } from "../../parts/account-sections";
import type { AccountSection } from "../../slots";
import { expectLoading, openPage, present } from "../../testing/page";
import { administrator, busy, done, type Reply, refusal } from "../../testing/server";
import { savedTools } from "../saved/saved-tools";
import { forgetAll, openSignedIn, openWithAccounts, sampleAccount, setSession } from "./testing";

beforeEach(forgetAll);

type User = ReturnType<typeof openPage>["user"];

const field = (name: string) => screen.getByLabelText(name, { selector: "input" });
const press = (user: User, name: string) => user.click(screen.getByRole("button", { name }));
const part = (name: string) => within(screen.getByRole("region", { name }));
const wrong = (name: string, message: string) => () => refusal(422, message, { fields: [{ field: name, message }] });

const saved = { "GET /api/favorites": [{ productId: 1, createdAt: "2026-01-01T00:00:00Z" }] };

async function open(replies: Record<string, Reply> = {}) {
  const page = openSignedIn("/account", replies);
  await screen.findByRole("region", { name: "Your data" });
  return page;
}

describe("the account", () => {
  it("asks to sign in first, and asks the server nothing", async () => {
    const { server } = openWithAccounts("/account");
    await waitFor(() => expect(present()).toBe("/sign-in?to=/account"));
    expect(server.calls.map(({ call }) => call)).toEqual(["GET /api/site"]);
  });

  it("asks to sign in again if the session has ended", async () => {
    openSignedIn("/account", { "GET /api/account": () => refusal(401, "Please sign in.") });
    await waitFor(() => expect(present()).toBe("/sign-in?to=/account"));
    expect(isSignedIn()).toBe(false);
    expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  it("is loading, and can be loaded again after a failure", async () => {
    await expectLoading((replies) => openSignedIn("/account", replies), "GET /api/account", {
      loading: "Loading your account",
      failed: "Couldn't load your account",
      reply: sampleAccount,
    });
    expect(await screen.findByText("Signed in as ann@example.com.")).toBeVisible();
  });

  it("has an empty state for what there isn't", async () => {
    await open();
    expect(part("Saved tools").getByRole("link", { name: "Browse the tools" })).toHaveAttribute("href", "/");
    expect(part("My submissions").getByText(/^Tools you submit/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Sign out everywhere else" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Open admin" })).toBeNull();
  });

  it("lists the submissions with their status, and the saved tools", async () => {
    const submission = (productName: string, status: string, productSlug = "") => ({
      ...{ productName, website: "https://pen.example", status, reason: "", productSlug },
      ...{ statusPath: `/submit/status/${productName}`, createdAt: "2026-01-02T03:04:05Z" },
    });
    const submissions = [
      submission("Pen", "approved", "pen"),
      submission("Ink", "pending"),
      submission("Rag", "rejected"),
    ];
    await open({ ...saved, "GET /api/account": { ...sampleAccount, submissions } });
    const states = part("My submissions").getAllByText(/^(Approved|In review|Not listed)$/);
    expect(states.map((state) => state.textContent)).toEqual(["Approved", "In review", "Not listed"]);
    expect(part("My submissions").getAllByRole("listitem")).toHaveLength(3);
    expect(screen.getByRole("link", { name: "View status of Ink" })).toHaveAttribute("href", "/submit/status/Ink");
    expect(screen.getByRole("link", { name: "View listing of Pen" })).toHaveAttribute("href", "/products/pen");
    expect(screen.queryByRole("link", { name: "View listing of Ink" })).toBeNull();
    expect(await part("Saved tools").findByText("1 tool.")).toBeVisible();
  });

  it("has a link to the admin area for administrators", async () => {
    await open({ "GET /api/account": { ...sampleAccount, user: administrator } });
    expect(screen.getByRole("link", { name: "Open admin" })).toHaveAttribute("href", "/admin");
  });
});

describe("the account's name", () => {
  it("is saved, with the focus staying", async () => {
    const renamed = { ...sampleAccount, user: { ...sampleAccount.user, name: "Ann B." } };
    const { user, sent } = await open({ "PATCH /api/account": renamed });
    await user.type(field("Your name"), " B.");
    await press(user, "Save name");
    expect(await screen.findByText("Name saved")).toBeInTheDocument();
    expect(sent("PATCH /api/account")).toEqual([{ name: "Ann B." }]);
    expect(field("Your name")).toHaveValue("Ann B.");
    expect(screen.getByRole("button", { name: "Save name" })).toHaveFocus();
  });

  it("asks to sign in if the session has ended meanwhile", async () => {
    const { user } = await open({ "PATCH /api/account": () => refusal(401, "Please sign in.") });
    await press(user, "Save name");
    await waitFor(() => expect(present()).toBe("/sign-in?to=/account"));
  });
});

describe("the navigation bar", () => {
  const bar = () => screen.getByRole("banner");

  it("leads to the account, or to the form for it, in the bar and in the menu", async () => {
    openWithAccounts("/nowhere");
    const links = async (name: string) => within(bar()).findAllByRole("link", { name, hidden: true });
    expect((await links("Sign in")).map((link) => link.getAttribute("href"))).toEqual(["/sign-in", "/sign-in"]);
    act(() => {
      setSession();
      sessionChanged();
    });
    expect((await links("Account")).map((link) => link.getAttribute("href"))).toEqual(["/account", "/account"]);
    expect(within(bar()).queryAllByRole("link", { name: "Sign in", hidden: true })).toEqual([]);
  });

  it("has no link to an account on a site without them", async () => {
    openPage("/nowhere", {});
    await within(bar()).findAllByRole("link", { name: "Video", hidden: true });
    expect(within(bar()).queryAllByRole("link", { name: "Sign in", hidden: true })).toEqual([]);
  });
});

describe("a section of another feature", () => {
  it("has the account's email, and asks to sign in if the session has ended meanwhile", async () => {
    const Content = ({ email, during }: ComponentProps<AccountSection["Content"]>) => (
      <button
        type="button"
        onClick={() => void during(Promise.reject(new RequestError(401, ""))).catch(() => undefined)}
      >
        Change {email}
      </button>
    );
    accountSections.push({ title: "Theirs", isShown: () => true, Content });
    onTestFinished(() => void accountSections.pop());
    const { user } = await open();
    await user.click(part("Theirs").getByRole("button", { name: "Change ann@example.com" }));
    await waitFor(() => expect(present()).toBe("/sign-in?to=/account"));
  });
});

describe("the account's email", () => {
  const pending = { ...sampleAccount, pendingEmail: "new@example.com" };

  it("is changed with the password and then both codes", async () => {
    const changed = { ...sampleAccount, user: { ...sampleAccount.user, email: "new@example.com" } };
    const { user, sent } = await open({
      "POST /api/account/email": pending,
      "POST /api/account/email/confirm": changed,
    });
    await press(user, "Change email");
    expect(field("New email")).toHaveFocus();
    await user.type(field("New email"), "new@example.com");
    await press(user, "Send codes");
    expect(field("Current password")).toHaveAccessibleDescription("Please enter your password.");
    await user.type(field("Current password"), "correct horse");
    await press(user, "Send codes");
    await waitFor(() => expect(field("Code from your current email")).toHaveFocus());
    expect(field("Code from your new email")).toHaveAccessibleDescription("Sent to new@example.com.");
    expect(sent("POST /api/account/email")).toEqual([{ email: "new@example.com", currentPassword: "correct horse" }]);
    await user.type(field("Code from your current email"), "AAAAAA");
    await user.type(field("Code from your new email"), "bbb-bbb");
    await press(user, "Change email");
    expect(await screen.findByText("From now on, sign in with new@example.com.")).toBeInTheDocument();
    expect(sent("POST /api/account/email/confirm")).toEqual([{ currentCode: "AAAAAA", newCode: "bbb-bbb" }]);
    expect(part("Email").getByText("new@example.com")).toBeVisible();
    expect(part("Email").getByRole("button", { name: "Change email" })).toHaveFocus();
  });

  it("shows that the password or a code is wrong", async () => {
    const { server, user } = await open({
      "POST /api/account/email": wrong("currentPassword", "This is not your current password."),
    });
    await press(user, "Change email");
    await user.type(field("New email"), "new@example.com");
    await user.type(field("Current password"), "x");
    await press(user, "Send codes");
    expect(await screen.findByText("This is not your current password.")).toBeVisible();
    expect(field("Current password")).toHaveFocus();
    server.replies["POST /api/account/email"] = pending;
    server.replies["POST /api/account/email/confirm"] = wrong("currentCode", "These codes aren't right.");
    await press(user, "Send codes");
    await user.type(await screen.findByLabelText("Code from your current email"), "AAAAAA");
    await user.type(field("Code from your new email"), "BBBBBB");
    await press(user, "Change email");
    expect(await screen.findByText("These codes aren't right.")).toBeVisible();
    expect(field("Code from your current email")).toHaveFocus();
  });

  it("stays, if the change is canceled", async () => {
    const { server, user, sent } = await open({
      "GET /api/account": pending,
      "DELETE /api/account/email": () => refusal(503, "Busy."),
    });
    expect(field("Code from your current email")).not.toHaveFocus();
    await user.click(part("Email").getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Couldn't cancel the change")).toBeInTheDocument();
    server.replies["DELETE /api/account/email"] = sampleAccount;
    await user.click(part("Email").getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Change email" })).toHaveFocus());
    expect(sent("DELETE /api/account/email")).toHaveLength(2);
  });
});

describe("the account's password", () => {
  it("is changed, which ends the other sessions", async () => {
    const { user, sent } = await open({ "POST /api/auth/password": { user: sampleAccount.user } });
    await press(user, "Change password");
    expect(field("Current password")).toHaveFocus();
    await user.type(field("Current password"), "old password");
    await user.type(field("New password"), "a new long password");
    await press(user, "Change password");
    expect(await screen.findByText("You've been signed out everywhere else.")).toBeInTheDocument();
    const passwords = { currentPassword: "old password", newPassword: "a new long password" };
    expect(sent("POST /api/auth/password")).toEqual([passwords]);
    await waitFor(() => expect(sent("GET /api/account")).toHaveLength(2));
    expect(screen.getByRole("button", { name: "Change password" })).toHaveFocus();
  });

  it("can be reset if it is forgotten", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("link", { name: "Forgot your password?" }));
    expect(await screen.findByRole("button", { name: "Send code" })).toBeVisible();
    expect(present()).toBe("/forgot");
  });

  it("stays, if the change is canceled", async () => {
    const { user, sent } = await open();
    await press(user, "Change password");
    await user.click(part("Password").getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("button", { name: "Change password" })).toHaveFocus();
    expect(sent("POST /api/auth/password")).toEqual([]);
  });
});

describe("the account's sessions", () => {
  const other = { startedAt: "2026-01-01T00:00:00Z", lastUsedAt: "2026-01-04T00:00:00Z", isCurrent: false };
  const sessions = [other, ...sampleAccount.sessions];

  it("are listed with this browser first, and the others can be ended, also after that has failed", async () => {
    const { server, user, sent } = await open({
      "GET /api/account": { ...sampleAccount, sessions },
      "DELETE /api/account/sessions": () => refusal(503, "Busy."),
    });
    const [first, second] = part("Sessions").getAllByRole("listitem");
    expect(first).toHaveTextContent("This browser");
    expect(second).toHaveTextContent("Another browser");
    await press(user, "Sign out everywhere else");
    expect(await screen.findByText("Couldn't sign out elsewhere")).toBeInTheDocument();
    expect(part("Sessions").getAllByRole("listitem")).toHaveLength(2);
    server.replies["DELETE /api/account/sessions"] = done;
    server.replies["GET /api/account"] = sampleAccount;
    await press(user, "Sign out everywhere else");
    expect(await screen.findByText("Signed out everywhere else")).toBeInTheDocument();
    await waitFor(() => expect(part("Sessions").getAllByRole("listitem")).toHaveLength(1));
    expect(sent("DELETE /api/account/sessions")).toHaveLength(2);
  });
});

describe("leaving", () => {
  it("by signing out empties the list in this browser, and keeps it in the account", async () => {
    storeRecord(administrator, Date.now());
    const { server, user } = await open({ ...saved, "POST /api/auth/logout": done, "GET /api/catalog": busy });
    await waitFor(() => expect(savedTools()).toHaveLength(1));
    await press(user, "Sign out");
    expect(await screen.findByText("Signed out")).toBeInTheDocument();
    expect(present()).toBe("/");
    expect(isSignedIn()).toBe(false);
    expect(savedTools()).toEqual([]);
    expect(readRecord(Date.now())).toBeNull();
    expect(server.changes().filter(({ call }) => /^(PUT|DELETE)/.test(call))).toEqual([]);
    expect(screen.getAllByRole("link", { name: "Sign in" })[0]).toHaveAttribute("href", "/sign-in");
  });

  it("fails without a connection, and says so", async () => {
    const { user } = await open({ ...saved, "POST /api/auth/logout": () => Promise.reject(new TypeError("no")) });
    await press(user, "Sign out");
    expect(await screen.findByText("Couldn't sign out")).toBeInTheDocument();
    expect(isSignedIn()).toBe(true);
  });

  it("by deleting the account asks for the password", async () => {
    const { server, user, sent } = await open({
      ...saved,
      "DELETE /api/account": wrong("password", "This is not your current password."),
      "GET /api/catalog": busy,
    });
    await press(user, "Delete account");
    const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
    const confirm = () => user.click(dialog.getByRole("button", { name: "Delete account" }));
    await confirm();
    expect(dialog.getByText("Please enter your password.")).toBeVisible();
    await user.type(dialog.getByLabelText("Password", { selector: "input" }), "correct horse");
    await confirm();
    expect(await dialog.findByText("This is not your current password.")).toBeVisible();
    server.replies["DELETE /api/account"] = done;
    await confirm();
    expect(await screen.findByText("Account deleted")).toBeInTheDocument();
    expect(sent("DELETE /api/account").at(-1)).toEqual({ password: "correct horse" });
    expect(present()).toBe("/");
    expect(isSignedIn()).toBe(false);
    expect(savedTools()).toEqual([]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("shows administrators why their account stays", async () => {
    const sentence = "An administrator's account can't be deleted.";
    const { user } = await open({ "DELETE /api/account": () => refusal(403, sentence) });
    await press(user, "Delete account");
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Password", { selector: "input" }), "correct horse");
    await user.click(dialog.getByRole("button", { name: "Delete account" }));
    expect(await dialog.findByText(sentence)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(isSignedIn()).toBe(true);
  });

  it("takes the data along", async () => {
    await open();
    const link = screen.getByRole("link", { name: "Download my data" });
    expect(link).toHaveAttribute("href", "/api/account/export");
    expect(link).toHaveAttribute("download");
  });
});

import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readRecord } from "../../kit/session-record";
import { openPage, present } from "../../testing/page";
import { administrator, busy, done, type Reply, refusal } from "../../testing/server";
import { savedTools, saveTools } from "../saved/saved-tools";
import { setPending } from "./session";
import { forgetAll, openSignedIn, openWithAccounts, reader, setSession } from "./testing";

beforeEach(forgetAll);

type User = ReturnType<typeof openPage>["user"];

const email = "ann@example.com";
const password = "correct horse battery";
const field = (name: string) => screen.getByLabelText(name, { selector: "input" });
const press = (user: User, name: string) => user.click(screen.getByRole("button", { name }));
const fill = async (user: User, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await user.type(field(name), value);
};

/** Waits for the form with this title on a page. */
async function titled(title: string, page: ReturnType<typeof openWithAccounts>) {
  await screen.findByRole("heading", { name: title });
  return page;
}

/** A server that signs in, as all four calls do. */
const signsIn =
  (answer: unknown = reader) =>
  () => {
    setSession();
    return answer;
  };
const wrong = (name: string, message: string) => () => refusal(422, message, { fields: [{ field: name, message }] });

describe("the form for a new account", () => {
  const open = (replies: Record<string, Reply> = {}) =>
    titled("Create account", openWithAccounts("/sign-up", { "POST /api/users": done, ...replies }));

  it("shows the rule for passwords, marks mistakes, focuses the first and sends nothing", async () => {
    const { user, sent } = await open();
    expect(screen.getByText(/^12 to 128 characters/)).toBeVisible();
    await fill(user, { Password: "short" });
    await press(user, "Create account");
    expect(field("Email")).toHaveFocus();
    expect(field("Email")).toHaveAccessibleDescription("Please enter your email.");
    expect(field("Password")).toHaveAccessibleDescription("Use at least 12 characters.");
    await fill(user, { Email: "a" });
    expect(field("Email")).not.toHaveAttribute("aria-invalid");
    expect(sent("POST /api/users")).toEqual([]);
  });

  it("shows and hides the password", async () => {
    const { user } = await open();
    await fill(user, { Password: password });
    await press(user, "Show password");
    expect(field("Password")).toHaveAttribute("type", "text");
    await press(user, "Hide password");
    expect(field("Password")).toHaveAttribute("type", "password");
    expect(field("Password")).toHaveValue(password);
  });

  it("leads to the code, with the email and the password in memory only", async () => {
    const { user, sent } = await open({ "POST /api/users/verify": signsIn() });
    await fill(user, { Email: ` ${email} `, Name: "Ann", Password: password });
    await press(user, "Create account");
    expect(await screen.findByRole("heading", { name: "Check your email" })).toBeVisible();
    expect(sent("POST /api/users")).toEqual([{ email, name: "Ann", password }]);
    const next = `We've sent a code to ${email}. Already have an account? The email will tell you.`;
    expect(screen.getByText(next)).toBeVisible();
    expect(location.href).not.toContain("ann");
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain("horse");
    await waitFor(() => expect(field("Code")).toHaveFocus());
    expect(screen.queryByLabelText("Email")).toBeNull();
  });

  it.each([
    ["at its field", wrong("email", "This is no email address."), "This is no email address."],
    ["of too many tries", () => refusal(429, "Please try again in an hour."), "Please try again in an hour."],
    ["of a lost connection", () => Promise.reject(new TypeError("no")), "Connection lost. Please try again."],
  ])("shows an error %s", async (_what, reply, sentence) => {
    const { user } = await open({ "POST /api/users": reply });
    await fill(user, { Email: email, Password: password });
    await press(user, "Create account");
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(field("Password")).toHaveValue(password);
    expect(screen.getByRole("button", { name: "Create account" })).toBeEnabled();
    expect(document.activeElement).toBe(
      sentence.startsWith("This") ? field("Email") : screen.getByRole("button", { name: "Create account" }),
    );
  });
});

describe("the code of a new account", () => {
  const newest = "Sent. Only the newest code works. We send at most three emails a day.";
  const open = (replies: Record<string, Reply> = {}) => {
    setPending({ email, password, isCodeSent: true });
    const sending = { "POST /api/users/verify": signsIn(), "POST /api/users/resend": done };
    return titled("Check your email", openWithAccounts("/verify", { ...sending, ...replies }));
  };

  it("signs in however it is spelled, merges the saved tools and shows them", async () => {
    saveTools([{ id: 3, savedAt: 1 }]);
    const merged = [3, 4].map((productId) => ({ productId, createdAt: "2026-01-01T00:00:00Z" }));
    const { user, sent } = await open({ "POST /api/favorites/merge": merged, "GET /api/product-cards": [] });
    await fill(user, { Code: " abc-d2f" });
    await press(user, "Confirm");
    expect(await screen.findByText("Your account is ready")).toBeInTheDocument();
    expect(sent("POST /api/users/verify")).toEqual([{ email, password, code: "abc-d2f" }]);
    expect(sent("POST /api/favorites/merge")).toEqual([{ productIds: [3] }]);
    expect(present()).toBe("/saved");
    expect(await screen.findByText(/^2 tools saved in your account/)).toBeVisible();
    expect(screen.getAllByRole("link", { name: "Account" })[0]).toHaveAttribute("href", "/account");
  });

  it("leads to the account if nothing is saved", async () => {
    const { user } = await open();
    await fill(user, { Code: "ABCD2F" });
    await press(user, "Confirm");
    expect(await screen.findByText("Your account is ready")).toBeInTheDocument();
    expect(present()).toBe("/account");
    expect(savedTools()).toEqual([]);
  });

  it("is asked for again if it is incomplete or wrong", async () => {
    const sentence = "The code or the password isn't right, or the code has expired.";
    const { user, sent } = await open({ "POST /api/users/verify": wrong("code", sentence) });
    await fill(user, { Code: "ABC" });
    await press(user, "Confirm");
    expect(field("Code")).toHaveAccessibleDescription("Please enter the 6 characters from the email.");
    expect(sent("POST /api/users/verify")).toEqual([]);
    await fill(user, { Code: "D2F" });
    await press(user, "Confirm");
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(field("Code")).toHaveFocus();
  });

  it("needs email and password after a reload", async () => {
    const { user, sent } = openWithAccounts("/verify", { "POST /api/users/verify": signsIn() });
    await screen.findByRole("heading", { name: "Confirm your email" });
    await press(user, "Confirm");
    expect(field("Email")).toHaveFocus();
    expect(field("Password")).toHaveAccessibleDescription("Please enter your password.");
    await fill(user, { Email: email, Password: password, Code: "ABCD2F" });
    await press(user, "Confirm");
    await waitFor(() => expect(sent("POST /api/users/verify")).toEqual([{ email, password, code: "ABCD2F" }]));
  });

  it("can be sent again after 30 seconds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, sent } = await open();
    const button = await screen.findByRole("button", { name: /^Send a new code/ });
    expect(button).toHaveAttribute("aria-disabled", "true");
    await user.click(button);
    expect(sent("POST /api/users/resend")).toEqual([]);
    for (let second = 0; second < 30; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(button).toHaveTextContent("Send a new code");
    await user.click(button);
    expect(await screen.findByText(newest)).toBeVisible();
    expect(sent("POST /api/users/resend")).toEqual([{ email }]);
    expect(button).toHaveAttribute("aria-disabled", "true");
  });

  it("says why it couldn't be sent again, or to whom it would be", async () => {
    const { server, user } = openWithAccounts("/verify", {
      "POST /api/users/resend": () => refusal(429, "Too many emails."),
    });
    await screen.findByRole("heading", { name: "Confirm your email" });
    await press(user, "Send a new code");
    expect(screen.getByText("Please enter your email.")).toBeVisible();
    await fill(user, { Email: email });
    await press(user, "Send a new code");
    expect(await screen.findByText("Too many emails.")).toBeVisible();
    server.replies["POST /api/users/resend"] = done;
    await press(user, "Send a new code");
    expect(await screen.findByText(newest)).toBeVisible();
  });
});

describe("the form to sign in", () => {
  const open = (answer: Reply = signsIn(), search = "") =>
    openWithAccounts(`/sign-in${search}`, {
      "POST /api/auth/login": answer,
      "POST /api/users/resend": done,
      "GET /api/catalog": busy,
    });
  const signIn = async (user: User) => {
    await screen.findByRole("heading", { name: "Sign in" });
    await fill(user, { Email: email, Password: password });
    await press(user, "Sign in");
  };

  it.each([
    ["", "/saved"],
    ["?to=/account", "/account"],
    ["?to=/saved%23", "/saved"],
    ["?to=/products/pen%3Fa=b", "/products/pen?a=b"],
    ["?to=/nowhere", "/saved"],
    ["?to=/admin", "/saved"],
    ["?to=//evil.example/saved", "/saved"],
    ["?to=/%5Cevil.example/saved", "/saved"],
    ["?to=https://evil.example/saved", "/saved"],
    ["?to=javascript:alert(1)", "/saved"],
  ])("with %s leads to %s", async (search, destination) => {
    const { user, sent } = open(signsIn(), search);
    await signIn(user);
    expect(await screen.findByText("Signed in")).toBeInTheDocument();
    expect(sent("POST /api/auth/login")).toEqual([{ username: email, password }]);
    expect(present()).toBe(destination);
    expect(screen.getByRole("main")).toHaveFocus();
    expect(readRecord(Date.now())).toBeNull();
  });

  it("shows at the password that the pair is wrong", async () => {
    const { user } = open(() => refusal(401, "Invalid credentials"));
    await signIn(user);
    expect(await screen.findByText("The email or the password isn't right.")).toBeVisible();
    expect(field("Password")).toHaveFocus();
    expect(field("Email")).toHaveValue(email);
  });

  it("leads to the code if the email isn't confirmed, with what was typed", async () => {
    const { user } = open(() => refusal(403, "Please confirm your email address first.", { code: "not_verified" }));
    await signIn(user);
    expect(await screen.findByText(/^Your email isn't confirmed yet/)).toHaveTextContent(email);
    expect(present()).toBe("/verify");
    expect(screen.getByRole("button", { name: "Send a new code" })).not.toHaveAttribute("aria-disabled", "true");
  });

  it("lets an administrator into the admin area too", async () => {
    const { user } = open(signsIn({ user: administrator }));
    await signIn(user);
    await screen.findByText("Signed in");
    expect(readRecord(Date.now())?.user).toEqual(administrator);
  });

  it("leads on who is signed in already", async () => {
    openSignedIn("/sign-in?to=/saved");
    await waitFor(() => expect(present()).toBe("/saved"));
  });
});

describe("a forgotten password", () => {
  const open = (replies: Record<string, Reply> = {}) =>
    titled(
      "Reset your password",
      openWithAccounts("/forgot", { "POST /api/auth/forgot": done, "POST /api/auth/reset": signsIn(), ...replies }),
    );

  it("is replaced with a code, which signs in", async () => {
    const { user, sent } = await open();
    await fill(user, { Email: email });
    await press(user, "Send code");
    expect(await screen.findByText(`If ${email} has an account, we've sent it a code.`)).toBeVisible();
    expect(field("Code")).toHaveFocus();
    await fill(user, { Code: "ABCD2F", "New password": "short" });
    await press(user, "Set new password");
    expect(field("New password")).toHaveFocus();
    await fill(user, { "New password": " and long enough" });
    await press(user, "Set new password");
    expect(await screen.findByText("Password changed")).toBeInTheDocument();
    expect(sent("POST /api/auth/forgot")).toEqual([{ email }]);
    expect(sent("POST /api/auth/reset")).toEqual([{ email, code: "ABCD2F", password: "short and long enough" }]);
    expect(present()).toBe("/account");
  });

  it("shows what is wrong with the code", async () => {
    const { user } = await open({ "POST /api/auth/reset": wrong("code", "This code isn't right, or it has expired.") });
    await press(user, "I have a code");
    await fill(user, { Email: email, Code: "ABCD2F", "New password": password });
    await press(user, "Set new password");
    expect(await screen.findByText("This code isn't right, or it has expired.")).toBeVisible();
    expect(field("Code")).toHaveFocus();
  });
});

describe("a site without accounts", () => {
  it.each(["/sign-up", "/sign-in", "/verify", "/forgot", "/account"])("has no page %s", async (path) => {
    openPage(path, {});
    expect(await screen.findByRole("heading", { name: "Page Not Found" })).toBeVisible();
    expect(document.title).toBe("Page Not Found – Vitrine");
    expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull();
  });
});

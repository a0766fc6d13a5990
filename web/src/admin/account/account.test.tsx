import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { OwnAccount } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { administrator, done, refusal } from "../../testing/server";

const path = "/admin/account";

const account: OwnAccount = {
  user: administrator,
  role: "owner",
  pendingEmail: "",
  sendsEmail: true,
  sessions: [
    {
      id: "a",
      device: "Firefox on Linux",
      startedAt: "2026-11-29T12:00:00Z",
      lastUsedAt: "2026-11-29T13:00:00Z",
      isCurrent: true,
    },
    { id: "b", device: "", startedAt: "2026-11-28T12:00:00Z", lastUsedAt: "2026-11-28T13:00:00Z", isCurrent: false },
  ],
  tokens: [
    {
      ...{ id: 3, name: "nightly prices", scope: "admin", createdAt: "2026-11-01T12:00:00Z" },
      lastUsedAt: "2026-11-28T12:00:00Z",
      expiresAt: "0001-01-01T00:00:00Z",
    } as OwnAccount["tokens"][number],
  ],
  twoFactor: { isOn: false, recoveryCodes: 0 },
};

const shown = (more: Partial<OwnAccount> = {}) => ({ "GET /api/admin/account": { ...account, ...more } });

describe("your account", () => {
  it("is opened by the email at the foot of the menu", async () => {
    const { user } = openAdmin("/admin", shown());
    await user.click(await screen.findByRole("link", { name: "admin@example.com, your account" }));
    expect(await screen.findByRole("heading", { name: "Your account" })).toBeVisible();
    expect(await screen.findByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  });

  it("saves the name", async () => {
    const { user, sent } = openAdmin(path, { ...shown(), [`PATCH /api${path}`]: done });
    const name = await screen.findByLabelText("Your name");
    await user.clear(name);
    await user.type(name, "Anna");
    await user.click(screen.getByRole("button", { name: "Save name" }));
    expect(await screen.findByText("Name saved")).toBeVisible();
    expect(sent("PATCH /api/admin/account")).toEqual([{ name: "Anna" }]);
  });

  it("changes the email with the codes of both addresses", async () => {
    const replies = {
      ...shown(),
      "POST /api/admin/account/email": done,
      "POST /api/admin/account/email/confirm": done,
    };
    const { user, sent, server } = openAdmin(path, replies);
    await user.click(await screen.findByRole("button", { name: "Change email" }));
    await user.click(screen.getByRole("button", { name: "Send codes" }));
    expect(screen.getByText("Please enter your email.")).toBeVisible();
    await user.type(screen.getByLabelText("New email"), "ann@new.example");
    await user.type(screen.getByLabelText("Current password"), "correct horse");
    Object.assign(server.replies, shown({ pendingEmail: "ann@new.example" }));
    await user.click(screen.getByRole("button", { name: "Send codes" }));
    await user.type(await screen.findByLabelText("Code sent to admin@example.com"), "ABC-DEF");
    await user.type(screen.getByLabelText("Code sent to ann@new.example"), "234567");
    await user.click(screen.getByRole("button", { name: "Change email" }));
    await waitFor(() =>
      expect(sent("POST /api/admin/account/email/confirm")).toEqual([{ currentCode: "ABC-DEF", newCode: "234567" }]),
    );
  });

  it("says what it needs where no email is sent", async () => {
    openAdmin(path, shown({ sendsEmail: false }));
    expect(await screen.findByRole("link", { name: "send email" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Change email" })).toBeNull();
  });

  it("signs out one session, or all others", async () => {
    const replies = {
      ...shown(),
      "DELETE /api/admin/account/sessions/b": done,
      "DELETE /api/admin/account/sessions": done,
    };
    const { user, sent } = openAdmin(path, replies);
    const list = await screen.findByRole("list", { name: "Sessions" });
    expect(within(list).getAllByRole("listitem")[0]).toHaveTextContent("Firefox on Linux This browser");
    await user.click(within(list).getByRole("button", { name: "Sign out Unknown browser" }));
    await waitFor(() => expect(sent("DELETE /api/admin/account/sessions/b")).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Sign out everywhere else" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(sent("DELETE /api/admin/account/sessions")).toHaveLength(1));
  });

  it("creates a token, shows it once, and revokes one", async () => {
    const replies = {
      ...shown(),
      "POST /api/admin/account/tokens": { token: "vitrine_secret" },
      "DELETE /api/admin/account/tokens/3": done,
    };
    const { user, sent } = openAdmin(path, replies);
    expect(await screen.findByText("Everything you can do · never expires · last used Nov 28, 2026")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Create token" }));
    const dialog = screen.getByRole("dialog", { name: "Create an API token" });
    await user.type(within(dialog).getByLabelText("Name"), "CI");
    await user.selectOptions(within(dialog).getByLabelText("What it can do"), "read-all");
    await user.click(within(dialog).getByRole("button", { name: "Create token" }));
    expect(await screen.findByRole("dialog", { name: "Your new token" })).toHaveTextContent("vitrine_secret");
    expect(sent("POST /api/admin/account/tokens")).toEqual([{ name: "CI", scope: "read-all", days: 90 }]);
    await user.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.queryByText("vitrine_secret")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Revoke nightly prices" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Revoke" }));
    await waitFor(() => expect(sent("DELETE /api/admin/account/tokens/3")).toHaveLength(1));
  });

  it("turns two-factor authentication on, with recovery codes", async () => {
    const codes = ["AAAA-BBBB-CCCC-DDDD", "EEEE-FFFF-GGGG-HHHH"];
    const { user, sent } = openAdmin(path, {
      ...shown(),
      "POST /api/admin/account/two-factor": {
        secret: "ABCDEFGH",
        url: "otpauth://x",
        image: "data:image/png;base64,AAAA",
      },
      "POST /api/admin/account/two-factor/confirm": (body: { code: string }) =>
        body.code === "123456"
          ? { codes }
          : refusal(422, "Please check.", { fields: [{ field: "code", message: "This code isn't right." }] }),
    });
    await user.click(await screen.findByRole("button", { name: "Turn on" }));
    const dialog = await screen.findByRole("dialog", { name: "Set up your authenticator app" });
    expect(within(dialog).getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    expect(dialog).toHaveTextContent("ABCD EFGH");
    await user.type(within(dialog).getByLabelText("Code"), "000000{Enter}");
    expect(await within(dialog).findByText("This code isn't right.")).toBeVisible();
    await user.clear(within(dialog).getByLabelText("Code"));
    await user.type(within(dialog).getByLabelText("Code"), "123456{Enter}");
    const shownCodes = await screen.findByRole("list", { name: "Recovery codes" });
    expect(
      within(shownCodes)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    expect(sent("POST /api/admin/account/two-factor/confirm")).toHaveLength(2);
  });

  it("turns two-factor authentication off with a code", async () => {
    const { user, sent } = openAdmin(path, {
      ...shown({ twoFactor: { isOn: true, recoveryCodes: 9 } }),
      "POST /api/admin/account/two-factor/off": done,
    });
    expect(await screen.findByText(/9 recovery codes left/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Turn off" }));
    const dialog = screen.getByRole("dialog", { name: "Turn off two-factor authentication?" });
    await user.type(within(dialog).getByLabelText("Code"), "123 456{Enter}");
    expect(await screen.findByText("Two-factor authentication is off")).toBeVisible();
    expect(sent("POST /api/admin/account/two-factor/off")).toEqual([{ code: "123 456" }]);
  });
});

describe("signing in", () => {
  it("asks for a code after the password of who has two-factor authentication", async () => {
    const { user, sent } = openAdmin(
      "/admin/login",
      {
        "POST /api/auth/login": refusal(403, "Enter the code from your authenticator app.", { code: "second_factor" }),
        "POST /api/auth/login/code": { user: administrator },
      },
      { signedInAt: null },
    );
    await user.type(await screen.findByLabelText("Email"), "admin@example.com");
    await user.type(screen.getByLabelText("Password"), "correct horse{Enter}");
    const code = await screen.findByLabelText("Code");
    await waitFor(() => expect(code).toHaveFocus());
    await user.type(code, "123456{Enter}");
    await waitFor(() => expect(location.pathname).toBe("/admin"));
    expect(sent("POST /api/auth/login/code")).toEqual([
      { username: "admin@example.com", password: "correct horse", code: "123456" },
    ]);
  });
});

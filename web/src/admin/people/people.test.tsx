import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { screens } from "../../admin-features";
import { openAdmin } from "../../testing/admin-page";
import { done, meOf, refusal } from "../../testing/server";
import type { List } from "./testing";
import { invitation, owner, people } from "./testing";

const path = "/admin/people";
const listed = (more: Partial<List> = {}) => ({ "GET /api/admin/people": { ...people, ...more } });

describe("the people", () => {
  it("are shown with their role, and who is invited", async () => {
    openAdmin(path, listed());
    const list = await screen.findByRole("list", { name: "People" });
    const [ann, ed] = within(list).getAllByRole("listitem");
    expect(ann).toHaveTextContent("AnnYouadmin@example.comLast seen Nov 29, 2026 · Two-factor on");
    expect(within(ed as HTMLElement).getByRole("combobox", { name: "Role of ed@example.com" })).toHaveValue("editor");
    expect(ed).toHaveTextContent("DisabledNever signed in · Two-factor off");
    expect(within(screen.getByRole("list", { name: "Invitations" })).getByRole("listitem")).toHaveTextContent(
      "eve@example.comViewer · invited by admin@example.com",
    );
  });

  it("get another role after a question", async () => {
    const { user, sent } = openAdmin(path, { ...listed(), "PATCH /api/admin/people/2": done });
    await user.selectOptions(await screen.findByRole("combobox", { name: "Role of ed@example.com" }), "viewer");
    const question = screen.getByRole("alertdialog", { name: "Make this person viewer?" });
    expect(question).toHaveTextContent("ed@example.com is editor now.");
    await user.click(within(question).getByRole("button", { name: "Change role" }));
    expect(await screen.findByText("Role changed")).toBeVisible();
    expect(sent("PATCH /api/admin/people/2")).toEqual([{ role: "viewer" }]);
  });

  it("confirm that it's them, and the call is repeated", async () => {
    let isConfirmed = false;
    const { user, sent } = openAdmin(path, {
      ...listed(),
      "GET /api/admin/account": { twoFactor: { isOn: false, recoveryCodes: 0 } },
      "POST /api/admin/account/confirm": (body: { password: string }) => {
        if (body.password === "wrong")
          return refusal(422, "Please check.", {
            fields: [{ field: "password", message: "This is not your current password." }],
          });
        isConfirmed = true;
        return done();
      },
      "PATCH /api/admin/people/2": () =>
        isConfirmed ? done() : refusal(403, "Please confirm that it's you first.", { code: "confirmation_needed" }),
    });
    await user.click(await screen.findByRole("button", { name: "Enable ed@example.com" }));
    const dialog = await screen.findByRole("dialog", { name: "Confirm it's you" });
    await user.type(await within(dialog).findByLabelText("Password"), "wrong{Enter}");
    expect(await within(dialog).findByText("This is not your current password.")).toBeVisible();
    await user.clear(within(dialog).getByLabelText("Password"));
    await user.type(within(dialog).getByLabelText("Password"), "correct{Enter}");
    expect(await screen.findByText("Account enabled")).toBeVisible();
    expect(sent("PATCH /api/admin/people/2")).toEqual([{ isDisabled: false }, { isDisabled: false }]);
  });

  it("are invited by a link that is shown once where no email is sent", async () => {
    const link = "https://tools.example/admin/invitation#token";
    const { user, sent } = openAdmin(path, {
      ...listed({ sendsEmail: false, invitations: [] }),
      "POST /api/admin/invitations": { invitation, link },
    });
    await user.click(await screen.findByRole("button", { name: "Invite" }));
    const dialog = screen.getByRole("dialog", { name: "Invite somebody" });
    expect(dialog).toHaveTextContent("This site sends no email");
    await user.click(within(dialog).getByRole("button", { name: "Invite" }));
    expect(within(dialog).getByText("Please enter an email address.")).toBeVisible();
    await user.type(within(dialog).getByLabelText("Email"), " eve@example.com");
    await user.selectOptions(within(dialog).getByLabelText("Role"), "viewer");
    await user.click(within(dialog).getByRole("button", { name: "Invite" }));
    expect(await screen.findByRole("dialog", { name: "Invitation link" })).toHaveTextContent(link);
    expect(sent("POST /api/admin/invitations")).toEqual([{ email: "eve@example.com", role: "viewer" }]);
  });

  it("lose an invitation that is revoked", async () => {
    const { user, sent } = openAdmin(path, { ...listed(), "DELETE /api/admin/invitations/7": done });
    await user.click(await screen.findByRole("button", { name: "Revoke the invitation of eve@example.com" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Revoke" }));
    await waitFor(() => expect(sent("DELETE /api/admin/invitations/7")).toHaveLength(1));
  });
});

describe("a role", () => {
  it("decides what the menu has and what a screen shows", async () => {
    openAdmin(path, { "GET /api/auth/me": meOf("editor") });
    expect(await screen.findByRole("heading", { name: "Not for your role" })).toBeVisible();
    const menu = screen.getByRole("navigation", { name: "Admin" });
    const links = within(menu).getAllByRole("link");
    const all = [
      ...["Products", "Categories", "Collections", "Comparisons", "Logos", "Links", "Old URLs"],
      ...["Add by URL", "Import", "Submissions"],
      ...["Traffic", "Searches", "SEO", "History"],
    ];
    const isThere = (name: string) => name === "Products" || screens.some(({ title }) => title === name); // features can be taken out
    expect(links.map(({ textContent }) => textContent?.trim())).toEqual(all.filter(isThere));
  });

  it("leaves a viewer no product to add, and says so", async () => {
    openAdmin("/admin", { "GET /api/auth/me": meOf("viewer"), "GET /api/admin/product-rows": [] });
    expect(await screen.findByText("Your role can see this screen, and change nothing here.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Add Product" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Site Management" })).toBeNull();
  });
});

describe("an invitation", () => {
  it("is accepted with a name and a password", async () => {
    const { user, sent } = openAdmin(
      "/admin/invitation#secret",
      {
        "POST /api/invitations/open": { email: "eve@example.com", role: "editor", invitedBy: "Ann" },
        "POST /api/invitations/accept": { user: { ...owner, email: "eve@example.com" } },
      },
      { signedInAt: null },
    );
    expect(await screen.findByRole("heading", { name: "Join Vitrine" })).toBeVisible();
    expect(screen.getByText(/Ann invited you as editor\./)).toBeVisible();
    await user.type(screen.getByLabelText("Your name"), "Eve");
    await user.type(screen.getByLabelText("Password"), "short");
    await user.click(screen.getByRole("button", { name: "Accept" }));
    expect(screen.getByText("Use at least 12 characters.")).toBeVisible();
    await user.type(screen.getByLabelText("Password"), " but longer now");
    await user.click(screen.getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(location.pathname).toBe("/admin"));
    expect(sent("POST /api/invitations/open")).toEqual([{ token: "secret" }]);
    expect(sent("POST /api/invitations/accept")).toEqual([
      { token: "secret", name: "Eve", password: "short but longer now" },
    ]);
  });

  it("that is gone says so", async () => {
    openAdmin("/admin/invitation#old", { "POST /api/invitations/open": refusal(404, "Gone.") }, { signedInAt: null });
    expect(await screen.findByRole("heading", { name: "This invitation doesn't work" })).toBeVisible();
  });
});

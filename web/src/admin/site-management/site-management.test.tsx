import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { present } from "../../testing/page";
import { open, press } from "../../testing/site-management";

describe("site management", () => {
  it("has tabs and a link back, and shows the tab in its URL", async () => {
    const { user } = open("");
    expect(await screen.findByRole("heading", { level: 1, name: "Site Management" })).toBeVisible();
    expect(document.title).toBe("Site Management – Vitrine");
    const own = screen.getAllByRole("tab").map((tab) => tab.textContent);
    expect(own.filter((label) => label !== "Database Sync")).toEqual([
      "Site Texts",
      "Appearance",
      "Logo Settings",
      "Social Media",
      "Legal Pages",
      "Search Engines",
    ]);
    expect(screen.getByRole("tab", { selected: true })).toHaveTextContent("Site Texts");
    await user.click(screen.getByRole("tab", { name: "Appearance" }));
    expect(present()).toBe("/admin/site-management?tab=appearance");
    await user.keyboard("{ArrowLeft}{Enter}");
    expect(present()).toBe("/admin/site-management");
    await user.click(screen.getByRole("link", { name: "Back to Admin" }));
    expect(present()).toBe("/admin");
  });

  it.each([
    ["", "Site Texts"],
    ["?tab=constructor", "Site Texts"],
    ["?page=gdpr-cookies", "Legal Pages"],
  ])("where the URL names no tab opens the first, or that of the page it names: %s", async (query, label) => {
    open(query);
    expect(await screen.findByRole("tab", { selected: true })).toHaveTextContent(label);
  });

  it("has its tabs in the order of the menu", async () => {
    open("");
    const menu = within(await screen.findByRole("list", { name: "Settings" })).getAllByRole("link");
    const links = menu.filter((link) => (link as HTMLAnchorElement).pathname === "/admin/site-management");
    expect(links[0]).toHaveAttribute("href", "/admin/site-management");
    const tabs = screen.getAllByRole("tab").map(({ id }) => id.replace("tab-", "?tab="));
    expect(links.slice(1).map((link) => new URL((link as HTMLAnchorElement).href).search)).toEqual(tabs.slice(1));
  });

  it("says once that no text is required, instead of at each field", async () => {
    const texts = { name: "", tagline: "", hero: "", heroAccent: "", introduction: "", footer: "", contact: "" };
    open("", { "GET /api/admin/settings": { texts, defaults: { texts } } });
    expect(await screen.findByText(/All fields are optional\./)).toBeVisible();
    const [mark] = screen.getAllByText("optional");
    expect(mark?.closest("[class*='field-optional]:hidden']")).not.toBeNull();
  });

  it("asks for confirmation before a tab, a page, another screen or signing out discards unsaved changes", async () => {
    const { user, sent } = open("?tab=legal");
    await user.type(await screen.findByRole("textbox", { name: "Page Title" }), "!");
    const navigations = [
      () => user.click(screen.getByRole("tab", { name: "Social Media" })),
      () => user.click(screen.getByRole("link", { name: /^Terms of Service/ })),
      () => user.click(screen.getByRole("link", { name: "Back to Admin" })),
      () => user.click(screen.getByRole("button", { name: "Logout" })),
    ];
    for (const go of navigations) {
      await go();
      expect(await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" })).toBeVisible();
      await press(user, "Keep editing");
      expect(present()).toBe("/admin/site-management?tab=legal");
      expect(screen.getByRole("textbox", { name: "Page Title" })).toHaveValue("Privacy Policy!");
    }
    expect(sent("POST /api/auth/logout")).toEqual([]);
    const unload = () => {
      const event = new Event("beforeunload", { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(unload()).toBe(true);
    await user.click(screen.getByRole("tab", { name: "Social Media" }));
    await press(user, "Discard changes");
    expect(await screen.findByRole("heading", { name: "Current Links" })).toBeVisible();
    expect(unload()).toBe(false);
    await user.click(screen.getByRole("tab", { name: "Legal Pages" }));
    expect(await screen.findByRole("textbox", { name: "Page Title" })).toHaveValue("Privacy Policy");
  });
});

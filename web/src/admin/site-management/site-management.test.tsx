import { screen } from "@testing-library/react";
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
      "Legal Pages",
      "Social Media",
      "Logo Settings",
      "Site Texts",
      "Search Engines",
      "Appearance",
    ]);
    expect(screen.getByRole("tab", { selected: true })).toHaveTextContent("Legal Pages");
    await user.click(screen.getByRole("tab", { name: "Search Engines" }));
    expect(present()).toBe("/admin/site-management?tab=search");
    await user.keyboard("{ArrowLeft}{Enter}");
    expect(present()).toBe("/admin/site-management?tab=texts");
    await user.click(screen.getByRole("link", { name: "Back to Admin" }));
    expect(present()).toBe("/admin");
  });

  it.each(["", "?tab=constructor"])("opens the legal pages where the URL names no tab: %s", async (query) => {
    open(query);
    expect(await screen.findByRole("tab", { selected: true })).toHaveTextContent("Legal Pages");
  });

  it("asks for confirmation before a tab, a page, another screen or signing out discards unsaved changes", async () => {
    const { user, sent } = open("");
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
      expect(present()).toBe("/admin/site-management");
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

import { tooWide, violations } from "./looks";
import { testOn } from "./own-site";
import { expect } from "./test";

const ours = testOn([
  { name: "Known Tool", website: "https://known.example/", description: "It is here.", categories: ["Writing"] },
]);

ours(
  "a tool is sent in with the keyboard, and its sender can look how it stands",
  { tag: "@layout" },
  async ({ page }, { project }) => {
    await page.goto("/submit");
    await expect(page.getByRole("button", { name: "Send it in" })).toBeEnabled();
    expect(await violations(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
    await page.getByLabel("Name of the tool").focus();
    await page.keyboard.type(`Pen <b>${project.name}</b>`);
    await page.keyboard.press("Tab");
    await page.keyboard.type("www.known.example/?utm_source=x");
    await expect(page.getByText("It is in the directory already")).toBeVisible();
    await page.getByRole("button", { name: "Send it in" }).press("Enter");
    await expect(page.getByText("Please enter a description")).toBeVisible();
    await expect(page.getByLabel("What it does")).toBeFocused();
    await page.getByLabel("Website").fill(`https://${project.name}.example/`);
    await page.keyboard.press("Tab");
    await page.keyboard.type("It writes.");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Writing");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Send it in" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Thank you! It is in the queue." })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Open it" }).click();
    await expect(page.getByText("Waiting for a decision")).toBeVisible();
    await expect(page.getByRole("heading", { name: `Pen <b>${project.name}</b>` })).toBeVisible();
    await page.reload();
    await expect(page.getByText("Waiting for a decision")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
  },
);

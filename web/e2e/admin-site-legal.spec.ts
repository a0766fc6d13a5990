import type { Page } from "@playwright/test";
import { dismiss, toastOf } from "./admin";
import { administrator } from "./administrator";
import { atBothWidths, expectPressable, expectTidy, tooWide } from "./looks";
import { legalPages, openTab, press, test } from "./site-management";
import { expect } from "./test";

const title = (page: Page) => page.getByRole("textbox", { name: "Page Title" });
const content = (page: Page) => page.getByRole("textbox", { name: "Page Content" });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });

/** Phones show either the text or its preview. */
async function showPreview(page: Page) {
  await expect(title(page)).toBeVisible();
  const button = page.getByRole("button", { name: "Show preview" });
  if (await button.isVisible()) await button.click();
}

async function showText(page: Page) {
  const button = page.getByRole("button", { name: "Back to editing" });
  if (await button.isVisible()) await button.click();
}

test("each page is chosen, written, formatted and saved, and shown to visitors like its preview", async ({ page }) => {
  await test.step("each of the four pages can be chosen and has its title, and none is saved yet", async () => {
    await openTab(page, "Legal Pages");
    await expectTidy(page, async () => {
      for (const name of Object.values(legalPages)) {
        await page.getByRole("navigation", { name: "Legal pages" }).getByRole("link", { name }).click();
        await expect(title(page)).toHaveValue(name);
        await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
      }
      await expect(page).toHaveURL(/\?page=gdpr-cookies$/);
      await showPreview(page);
      await expect(preview(page).getByRole("heading").first()).toBeVisible();
    });
  });
  await test.step("a page is written, saved, and shown to visitors like its preview", async () => {
    await openTab(page, "Legal Pages", "?page=affiliate-disclaimer");
    await title(page).fill("How we earn");
    await content(page).fill(markdown);
    await showPreview(page);
    await expect(preview(page).getByRole("link", { name: "the terms" })).toHaveAttribute("href", "/terms-of-service");
    const shown = await preview(page).locator(".legal-text").innerHTML();
    await press(page, "Save Legal Page");
    await expect(toastOf(page, "Legal page saved successfully")).toBeVisible();
    const saved = await (await page.request.get("/api/legal-pages/affiliate-disclaimer")).json();
    expect(saved).toMatchObject({ title: "How we earn", content: markdown.trim() });
    await page.reload();
    await showPreview(page);
    await expect(preview(page).getByRole("listitem")).toHaveCount(2);
    expect(await preview(page).locator(".legal-text").innerHTML()).toBe(shown);
    const normalised = await page.evaluate((html) => {
      const { body } = new DOMParser().parseFromString(html, "text/html");
      return body.innerHTML;
    }, saved.html);
    expect(normalised).toBe(shown);
  });
  await test.step("the buttons above the text format it, and undo reverts that", async () => {
    await openTab(page, "Legal Pages", "?page=gdpr-cookies");
    await content(page).fill("We use few cookies");
    await content(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(7, 10));
    await press(page, "Bold");
    await expect(content(page)).toHaveValue("We use **few** cookies");
    await expect(content(page)).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(content(page)).toHaveValue("We use few cookies");
  });
});

const markdown = `## What we keep

We keep **nothing** that we do not need, and _never_ sell it. See [the terms](/terms-of-service).

- One
- Two

> Ask us.
`;

test("hostile text is displayed safely, and 200,000 characters are saved", async ({ page }) => {
  page.on("dialog", () => {
    throw new Error("a text ran as a script");
  });
  await openTab(page, "Legal Pages", "?page=terms-of-service");
  const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)>

[press](javascript:alert(1)) <a href="javascript:alert(2)" onmouseover="alert(3)">me</a>

<svg onload=alert(4)></svg><iframe src="https://hostile.example"></iframe><form action="https://hostile.example"><input></form>

harmless end`;
  await title(page).fill(`<b onload=alert(1)>"' ${"W".repeat(200)}`);
  await content(page).fill(hostile);
  const strange = preview(page).locator(
    "script, iframe, form, input, svg, [onerror], [onload], a[href^='javascript' i]",
  );
  await atBothWidths(page, async () => {
    await showPreview(page);
    await expect(preview(page)).toContainText("harmless end");
    await expect(strange).toHaveCount(0);
    expect(await tooWide(page)).toEqual([]);
    await press(page, "Save Legal Page");
    await expect(toastOf(page, "Legal page saved successfully")).toBeVisible();
    await dismiss(page, "Legal page saved successfully");
    await showText(page);
    await expect(content(page)).toBeVisible();
  });
  const long = "Whoever reads this has time. ".repeat(6_897).slice(0, 199_999).concat("!");
  await content(page).fill(long);
  await expect(page.getByText("200,000 of 200,000 characters")).toBeVisible();
  await press(page, "Save Legal Page");
  await expect
    .poll(async () => (await (await page.request.get("/api/legal-pages/terms-of-service")).json()).content.length)
    .toBe(200_000);
  await content(page).fill(`${long}!`);
  await press(page, "Save Legal Page");
  await expect(content(page)).toHaveAccessibleDescription("Please use at most 200000 characters");
});

test("unsaved changes are not lost by a tab, a link, Back or a reload", async ({ page }) => {
  await page.goto("/admin/categories");
  await page.getByRole("link", { name: "Site Management" }).click();
  await expect(title(page)).not.toHaveValue("");
  await title(page).fill("Half written");
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  const stay = async () => {
    await expect(question).toBeVisible();
    await press(page, "Keep editing");
    await expect(question).toBeHidden();
    await expect(title(page)).toHaveValue("Half written");
  };
  await page.getByRole("tab", { name: "Logo Settings" }).click();
  await stay();
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await stay();
  await page.evaluate(() => setTimeout(() => history.back()));
  await stay();
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.reload()));
  await (await asked).dismiss();
  await expect(title(page)).toHaveValue("Half written");
  await page.evaluate(() => setTimeout(() => history.back()));
  await expect(question).toBeVisible();
  await press(page, "Discard changes");
  await expect(page).toHaveURL(/\/admin\/categories$/);
  await expect(page.getByRole("heading", { level: 1, name: "Categories" })).toBeVisible();
});

test("a draft is only used by the user, and saved also after the session has ended", async ({
  page,
  context,
  allow,
}) => {
  await test.step("a draft is shown next to the text, and is only used and saved by the user", async () => {
    await page.route("**/api/ai/generate-legal-content", (route) =>
      route.fulfill({
        contentType: "text/event-stream",
        body: 'event: text\ndata: {"text": "## Drafted"}\n\nevent: done\ndata: {"content": "## Drafted <script>alert(1)</script>"}\n\n',
      }),
    );
    await openTab(page, "Legal Pages", "?page=gdpr-cookies");
    await content(page).fill("Ours");
    await page.getByRole("textbox", { name: "Custom Instructions" }).fill("Be brief.");
    await press(page, "Generate Legal Content");
    await expect(toastOf(page, "Content Generated")).toContainText("for your review");
    await expect(page.getByRole("region", { name: "Draft" })).toContainText("## Drafted <script>alert(1)</script>");
    await expect(page.getByRole("region", { name: "Current text" })).toContainText("Ours");
    await expect(content(page)).toHaveValue("Ours");
    const use = page.getByRole("button", { name: "Use This Content", exact: true });
    const generate = page.getByRole("button", { name: "Generate Legal Content", exact: true });
    await expectTidy(page, () => expectPressable(generate, use));
    await use.click();
    await expect(toastOf(page, "Content Applied")).toBeVisible();
    await expect(content(page)).toHaveValue("## Drafted <script>alert(1)</script>");
    const saved = await (await page.request.get("/api/legal-pages/gdpr-cookies")).json();
    expect(saved.content).not.toContain("Drafted");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
  await test.step("a session that ends while the form is open asks for the password, and then the page is saved", async () => {
    allow.status(401);
    await openTab(page, "Legal Pages");
    await title(page).fill("Privacy, kept");
    await context.clearCookies();
    await press(page, "Save Legal Page");
    const question = page.getByRole("dialog", { name: "Your session has ended" });
    await question.getByLabel("Password").fill(administrator.password);
    await question.getByRole("button", { name: "Login" }).click();
    await expect(toastOf(page, "Legal page saved successfully")).toBeVisible();
    await expect(title(page)).toHaveValue("Privacy, kept");
  });
});

import { expectPressable, expectTidy } from "./looks";
import { testOn, tool } from "./own-site";
import { expect } from "./test";

const test = testOn([tool("Known")]);

test("a tool is submitted by keyboard, and its sender can view the status", async ({ page }) => {
  await page.goto("/submit");
  await expect(page.getByRole("button", { name: "Submit tool" })).toBeEnabled();
  await expectTidy(page);
  await page.getByLabel("Tool name").focus();
  await page.keyboard.type("Pen <b>bold</b>");
  await page.keyboard.press("Tab");
  await page.keyboard.type("www.known.example/?utm_source=x");
  await expect(page.getByText("Already listed")).toBeVisible();
  await page.getByRole("button", { name: "Submit tool" }).press("Enter");
  await expect(page.getByText("Please enter a description")).toBeVisible();
  await expect(page.getByLabel("What it does")).toBeFocused();
  await page.getByLabel("Website").fill("https://pen.example/");
  await page.keyboard.press("Tab");
  await page.keyboard.type("It writes.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Writing");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expectTidy(page);
  await page.getByRole("button", { name: "Submit tool" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Thank you! Your tool is in review." })).toBeFocused();
  const status = page.getByRole("link", { name: "View status" });
  await expectTidy(page, () => expectPressable(status));
  await status.click();
  await expect(page.getByText("In review")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pen <b>bold</b>" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("In review")).toBeVisible();
  await expectTidy(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a tool is submitted, and its sender can view the status", async ({ page, allow }) => {
    allow.status(422);
    await page.goto("/submit");
    await page.getByLabel("Tool name").fill("Brush <i>it</i>");
    await page.getByLabel("Category").fill("Design");
    await page.getByText("Premium", { exact: true }).click();
    await page.getByRole("button", { name: "Submit tool" }).click();
    await expect(page.getByText("Please correct the fields that are marked.")).toBeVisible();
    await expect(page.getByText("Please enter a description")).toBeVisible();
    await expect(page.getByLabel("Tool name")).toHaveValue("Brush <i>it</i>");
    await expect(page.getByLabel("Category")).toHaveValue("Design");
    await expect(page.getByRole("radio", { name: "Premium" })).toBeChecked();
    await page.getByLabel("Website").fill("https://brush.example/");
    await page.getByLabel("What it does").fill("It paints.");
    await page.getByRole("button", { name: "Submit tool" }).click();
    await expect(page.getByText("In review")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Brush <i>it</i>" })).toBeVisible();
  });
});

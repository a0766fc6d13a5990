import type { Page } from "@playwright/test";
import { dismiss, toastOf } from "./admin";
import { open } from "./directory";
import { atBothWidths, expectTidy, tooWide } from "./looks";
import { pngOf } from "./png";
import { dropLogos, openTab, test } from "./site-management";
import { expect } from "./test";

const openLogos = (page: Page) => openTab(page, "Logo Settings", "?tab=logos");
const slot = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const file = (buffer = pngOf(200, 60, [120, 90, 200])) => ({ name: "our mark.png", mimeType: "image/png", buffer });

test("each logo is uploaded into its slot, with its name and size, and visitors see the main one", async ({ page }) => {
  await dropLogos(page);
  await openLogos(page);
  await expect(
    page.getByText("No logos uploaded yet. Use the upload section above to add your first logo."),
  ).toBeVisible();
  await expectTidy(page);
  const { buffer } = file();
  for (const [name, width] of [
    ["Main Logo", 200],
    ["Compact Logo", 200],
    ["Favicon", 64], // at most twice its displayed width
  ] as const) {
    await slot(page, name).getByLabel(`Upload ${name.toLowerCase()}`).setInputFiles(file());
    await expect(toastOf(page, "Logo saved successfully")).toBeVisible();
    await expect(slot(page, name).getByText("our mark", { exact: true })).toBeVisible();
    await expect(slot(page, name).getByText(/^\d+\.\d KB$/)).toBeVisible();
    await expect(slot(page, name).getByRole("img")).toHaveJSProperty("naturalWidth", width);
    await dismiss(page, "Logo saved successfully");
  }
  const logos: { fileSize: number; type: string }[] = await (await page.request.get("/api/logo-settings")).json();
  expect(logos.map(({ type }) => type).toSorted()).toEqual(["compact", "favicon", "main"]);
  for (const { fileSize } of logos) expect(fileSize).toBeLessThanOrEqual(buffer.length * 2);
  await expect(page.getByRole("list", { name: "Current logos" }).getByRole("listitem")).toHaveCount(3);
  await expectTidy(page);
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /\/logos\/favicon\?/);
  await open(page, "/");
  const brand = page
    .locator("header")
    .getByRole("link", { name: /, home$/ })
    .first()
    .locator("img");
  await expect(brand).toHaveAttribute("src", /^\/logos\/main\?/);
  await atBothWidths(page, async () => {
    const search = await page.getByRole("search").boundingBox();
    expect(search?.width, "the search beside the logo").toBeGreaterThanOrEqual(160);
  });
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /\/logos\/favicon\?/);
});

test("files that are no images, too large or with a script do no harm", async ({ page, allow }) => {
  await test.step("files that are not images or too large are rejected with a message, by the screen and by the server", async () => {
    allow.status(422);
    allow.status(415);
    await dropLogos(page);
    await openLogos(page);
    const chooser = slot(page, "Main Logo").getByLabel("Upload main logo");
    await chooser.setInputFiles({ name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>") });
    await expect(toastOf(page, "Invalid file type")).toContainText("Please select an image file");
    await chooser.setInputFiles(file(Buffer.alloc(5 * 1024 * 1024 + 1)));
    await expect(toastOf(page, "File too large")).toContainText("Please select an image smaller than 5MB");
    await chooser.setInputFiles(file(Buffer.from("<html>not at all an image</html>")));
    await expect(toastOf(page, "Failed to save logo")).toContainText(/select an image file/);
    await expect(page.getByText(/No logos uploaded yet/)).toBeVisible();
  });
  await test.step("an SVG with a script is shown, and the script does not run", async () => {
    page.on("dialog", () => {
      throw new Error("a drawing ran as a script");
    });
    await dropLogos(page);
    await openLogos(page);
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="alert(1)"><script>alert(2)</script><rect width="40" height="40" fill="red"/></svg>`;
    await slot(page, "Main Logo")
      .getByLabel("Upload main logo")
      .setInputFiles({ name: `${"long ".repeat(40)}.svg`, mimeType: "image/svg+xml", buffer: Buffer.from(drawing) });
    await expect(toastOf(page, "Logo saved successfully")).toBeVisible();
    await expect(slot(page, "Main Logo").getByRole("img")).toHaveJSProperty("naturalWidth", 40);
    await atBothWidths(page, async () => expect(await tooWide(page)).toEqual([]));
    const [logo] = await (await page.request.get("/api/logo-settings")).json();
    const stored = Buffer.from(logo.fileData.split(",")[1], "base64").toString();
    expect(stored).not.toMatch(/script|onload/);
  });
});

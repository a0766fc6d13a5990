import { dismiss, signedInTo, toastOf } from "./admin";
import { cardNames, section } from "./directory";
import { atBothWidths, expectPressable, expectTidy } from "./looks";
import { choose, dialog, field, fillIn, logo, openAdding, openEditing, press, tool } from "./product-form";
import { expect } from "./test";

/** One for each test that changes one. */
const test = signedInTo(["Anvil", "Bellows", "Chisel", "Gimlet"].map(tool));

test("a product is added with logo and video, and stands first on the public page", { tag: "@layout" }, async ({
  page,
  allow,
}) => {
  await allow.host("www.youtube.com");
  await openAdding(page);
  await fillIn(page, "Lumen");
  await choose(page, "Glass and light");
  await press(page, "Move Glass and light forward");
  await dialog(page).getByLabel("Upload a logo").setInputFiles(logo);
  await expect(toastOf(page, "Logo Uploaded")).toBeVisible();
  await expect(field(page, "Logo")).toHaveValue(/^\/uploads\/[0-9a-f]{64}\.jpg$/);
  await field(page, "Video URL").fill("http://videos.example.com/1");
  await expect(dialog(page).getByText("Visitors see a link to this video.")).toBeVisible();
  await field(page, "Video URL").fill("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
  await expect(page.getByRole("combobox", { name: "Video host" })).toHaveValue("youtube");
  const preview = page.getByTitle("Video preview");
  await expect(preview).toHaveAttribute("src", "https://www.youtube.com/embed/dQw4w9WgXcQ");
  const { width = 0, height = 0 } = (await preview.boundingBox()) ?? {};
  const availableWidth = Math.min(560, (page.viewportSize()?.width ?? 0) - 32);
  expect(width).toBeLessThanOrEqual(560);
  expect(width).toBeGreaterThan(availableWidth * 0.9);
  expect(width / height).toBeCloseTo(560 / 315, 1);
  await page.keyboard.press("Control+Enter");
  await expect(toastOf(page, "Product created successfully")).toContainText("Success");
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Add Product" })).toBeFocused();

  await page.goto("/");
  const ours = section(page, "Our Products");
  await expect(cardNames(ours).first()).toHaveText("Lumen");
  const [card] = await ours.getByRole("listitem").all();
  await expect(card?.locator("img") ?? page.locator("none")).toHaveAttribute("data-loaded", "true");
  await cardNames(ours).first().click();
  await expect(page.getByRole("main").getByText("Glass and light").first()).toBeVisible();
  await page.getByRole("link", { name: /^Play video/ }).click();
  await expect(page.getByTitle("Lumen video demo")).toHaveAttribute("src", "https://www.youtube.com/embed/dQw4w9WgXcQ");
});

test("what is missing is said at its field and nothing is sent; each section is usable and axe has nothing against it", async ({
  page,
}) => {
  await openAdding(page);
  await expectTidy(page, () => expectPressable(page.getByRole("button", { name: "Create Product" })));
  await press(page, "Create Product");
  await expect(toastOf(page, "Validation Error")).toContainText("Please select at least one category");
  await expect(field(page, "Name")).toBeFocused();
  await expect(field(page, "Name")).toHaveAccessibleDescription("Please enter a name");
  await dismiss(page, "Validation Error");
  for (const name of ["Text", "Media", "Placement", "Basics"]) {
    await expectTidy(page, async () => {
      await dialog(page)
        .getByRole("button", { name: new RegExp(`^${name}`) })
        .click();
      await expect(page.getByRole("heading", { level: 3, name, exact: true })).toBeFocused();
      await expect(page.getByRole("heading", { level: 3, name, exact: true })).toBeInViewport();
      await expect(page.getByRole("button", { name: "Create Product" })).toBeInViewport();
    });
  }
});

test("a product is changed, what is wrong stands at its field, and visitors see it", async ({ page, allow }) => {
  await test.step("what is wrong with a screenshot's address stands right under it", async () => {
    allow.status(404); // its preview looks there
    allow.warning(/Image did not load/);
    await openEditing(page, "Gimlet");
    const address = field(page, "Screenshot 1, address");
    await address.fill("nowhere");
    await press(page, "Update Product");
    const note = dialog(page).locator("[data-row] .field-note");
    await expect(address).toHaveAccessibleDescription(/valid URL/);
    await atBothWidths(page, async () => {
      const [above, below] = [await address.boundingBox(), await note.boundingBox()];
      if (!above || !below) throw new Error("one of them is not shown");
      expect(below.x).toBe(above.x);
      expect(below.y - (above.y + above.height)).toBeLessThan(12);
    });
  });
  await test.step("a product is changed, and visitors see it", async () => {
    await openEditing(page, "Anvil");
    await field(page, "Promo text").fill("Half price this week");
    await page.getByRole("switch", { name: "Deal" }).check();
    await press(page, "Remove Audio");
    await press(page, "Update Product");
    await expect(toastOf(page, "Product updated successfully")).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit Anvil", exact: true })).toBeFocused();
    await page.goto("/products/anvil");
    await expect(page.getByText("Half price this week")).toBeVisible();
    await expect(page.getByText("Deal Available")).toBeVisible();
  });
});

test("files that are no JPG or PNG are refused, and two changes of one product meet", async ({
  page,
  allow,
  context,
}) => {
  await test.step("files that are no JPG or PNG, or too large, are refused in words, by the form and by the server", async () => {
    allow.status(415);
    allow.status(422);
    await openAdding(page);
    const chooser = dialog(page).getByLabel("Upload a logo");
    await chooser.setInputFiles({ name: "a.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") });
    await expect(toastOf(page, "Invalid File Type")).toContainText("Please upload a JPG or PNG image file");
    await chooser.setInputFiles({ ...logo, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
    await expect(toastOf(page, "File Too Large")).toContainText("Please upload an image smaller than 10MB");
    await chooser.setInputFiles({ ...logo, buffer: Buffer.from("<html>not at all an image</html>") });
    await expect(toastOf(page, "Invalid File Type").or(toastOf(page, "Upload Failed"))).toBeVisible();
    await expect(field(page, "Logo")).toHaveValue("");
    await chooser.setInputFiles(logo);
    await expect(toastOf(page, "Logo Uploaded")).toBeVisible();
  });
  await test.step("two pages that change one product meet in both versions, and nothing is lost", async () => {
    allow.status(409);
    const other = await context.newPage();
    await openEditing(page, "Bellows");
    await openEditing(other, "Bellows");
    await field(other, "Description").fill("Bellows does two things well.");
    await field(other, "Promo text").fill("From the other page");
    await press(other, "Update Product");
    await expect(toastOf(other, "Product updated successfully")).toBeVisible();

    await field(page, "Description").fill("Bellows does one thing very well.");
    await press(page, "Update Product");
    await expect(page.getByRole("heading", { name: "Someone else has changed this product" })).toBeFocused();
    await expect(page.getByRole("group", { name: "Description Changed by both" })).toContainText("two things well.");
    await expect(page.getByRole("group", { name: "Promo text Changed by them" }).getByLabel("Theirs")).toBeChecked();
    const save = page.getByRole("button", { name: "Save my choices", exact: true });
    await expectTidy(page, () => expectPressable(save));
    await save.click();
    await expect(toastOf(page, "Product updated successfully")).toBeVisible();
    const saved = await (await page.request.get("/api/products/bellows")).json();
    expect(saved).toMatchObject({ description: "Bellows does one thing very well.", promoText: "From the other page" });
  });
});

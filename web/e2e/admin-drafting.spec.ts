import type { Page } from "@playwright/test";
import { signedInTo, toastOf } from "./admin";
import { press } from "./directory";
import { expectPressable, expectTidy } from "./looks";
import { Model } from "./model";
import { tool } from "./own-site";
import { field, openEditing } from "./product-form";
import { expect } from "./test";

const lights = (name: string) => tool(name, { description: `${name} lights one room.` });

const model = new Model();
const test = signedInTo(["Lumen", "Candela"].map(lights), () => model.open());
test.afterAll(() => model.close());
test.describe.configure({ mode: "serial" }); // they share one model and its rate limit

const dialog = (page: Page) => page.getByRole("dialog", { name: /^(Draft of|Enhanced)/ });
const draft = (page: Page) => dialog(page).getByRole("region", { name: "Draft" });

test("a draft is shown while it is written, only used after a click, and is in the history", async ({ page }) => {
  await test.step("it is shown while it is written, compared with the text, and only used after a click", async () => {
    let go = (_: unknown) => {};
    const next = () =>
      new Promise((resolve) => {
        go = resolve;
      });
    model.answer = async (to) => {
      to.piece("Lumen lights ");
      await next();
      to.piece("two rooms, ");
      await next();
      await to.end("softly.");
    };
    await openEditing(page, "Lumen");
    await press(page, "Enhance");
    await expect(draft(page)).toContainText("Lumen lights");
    await expect(dialog(page).getByRole("button", { name: "Replace" })).toBeDisabled();
    go(0);
    await expect(draft(page)).toContainText("Lumen lights two rooms,");
    go(0);
    await expect(toastOf(page, "Description Enhanced!")).toBeVisible();
    await expect(draft(page).locator("ins").first()).toHaveText("two");
    await expect(dialog(page).locator("del").first()).toHaveText("one");
    await expect(dialog(page).getByText(/The website couldn't be read/)).toBeVisible();
    const replace = dialog(page).getByRole("button", { name: "Replace" });
    await expectTidy(page, () => expectPressable(replace));
    await replace.click();
    await expect(field(page, "Description")).toHaveValue("Lumen lights two rooms, softly.");
    await expect(page.getByText("Unsaved changes")).toBeVisible();
    const saved = await page.request.get("/api/products/lumen");
    expect((await saved.json()).description).toBe("Lumen lights one room.");
    const asked = model.requests.at(-1);
    expect(asked?.stream).toBe(true);
    expect(asked?.messages[0]?.content).not.toContain("Lumen");
  });
  await test.step("the history shows that a text was drafted", async () => {
    await page.goto("/admin/history");
    await expect(page.getByText(/drafted for/).first()).toBeVisible();
  });
});

test("stopping a draft stops the model too, and keeps the text so far", async ({ page }) => {
  let isClosed = () => false;
  model.answer = async (to) => {
    isClosed = to.isClosed;
    to.piece("Reading in the evening");
  };
  await openEditing(page, "Candela");
  await press(page, "Generate use cases");
  await expect(draft(page)).toContainText("Reading in the evening");
  await press(page, "Stop");
  await expect(dialog(page).getByRole("status")).toHaveText("Stopped. You can use the text so far.");
  await expect.poll(() => isClosed()).toBe(true);
  await press(page, "Use this text");
  await expect(field(page, "Use cases")).toHaveValue("Reading in the evening");
});

test("a website's metadata fills the chosen fields of the form", async ({ page, allow }) => {
  allow.status(422);
  await openEditing(page, "Candela");
  await press(page, "Fill from website");
  const fill = page.getByRole("dialog", { name: "Fill from website" });
  await expect(fill.getByRole("alert")).toHaveText("Couldn't read this website. Please check its URL.");
  await page.route("**/api/fill-from-website", (route) =>
    route.fulfill({
      json: { name: "Candela Pro", description: "It is bright.", image: "", icon: "", categories: ["Lamps", "Light"] },
    }),
  );
  await press(page, "Try again");
  const name = fill.getByRole("checkbox", { name: /^Name/ });
  const take = fill.getByRole("button", { name: "Fill in", exact: true });
  await name.check();
  await expectTidy(page, () => expectPressable(name, take));
  await take.click();
  await expect(field(page, "Name")).toHaveValue("Candela Pro");
  await expect(field(page, "Description")).toHaveValue("Candela lights one room.");
});

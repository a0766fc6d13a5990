import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { choiceAt, custom, type FieldPath, fieldPaths, idOf, optionsOf } from "../src/public/generator/fields";
import { presets } from "../src/public/generator/presets";
import { jsonOf } from "../src/public/generator/prompt";
import { hydrated, open, press, rendered } from "./directory";
import { atBothWidths } from "./looks";
import { expect, test } from "./test";

/** The prompt builder: its address, its fields and the JSON that it shows. */
const path = "/veo3-generator";
const at = (page: Page, field: FieldPath) => page.locator(`#${idOf(field)}`);
const output = (page: Page) => page.getByRole("region", { name: "JSON", exact: true });
const prompt = async (page: Page) => JSON.parse((await output(page).textContent()) ?? "");

/** Chooses an option as one does by keys: its name, and Enter. */
async function choose(list: Locator, name: string) {
  await list.fill(name);
  await list.press("Enter");
}

/** What stands in a prompt where a path leads. */
const valueAt = (prompt: unknown, field: string) =>
  field.split(".").reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], prompt);

const expectPrompt = (page: Page, wanted: unknown) => expect.poll(() => prompt(page)).toEqual(wanted);

const toast = (page: Page) => page.locator(".toast").first();

test("everything is filled in, copied and downloaded without one request, hostile and huge texts too", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, path);
  await page.waitForLoadState("networkidle");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const wanted: Record<string, string> = {};
  for (const field of fieldPaths) {
    const list = choiceAt(field);
    const text = field === "scene.environment" ? "é</script>".repeat(100_000) : `</script><b>${field} __proto__ "\\`;
    wanted[field] = list ? (list.customPath ? custom : (optionsOf(list)[0]?.value ?? "")) : text;
    if (list) await choose(at(page, field), wanted[field]);
    else await at(page, field).fill(text);
  }
  const missing = async () => {
    const shown = await prompt(page);
    return fieldPaths.filter((field) => valueAt(shown, field) !== wanted[field]);
  };
  await expect.poll(missing).toEqual([]);
  const shown = await prompt(page);
  await press(page, "Copy");
  await expect(toast(page)).toContainText("Copied!");
  await expect(toast(page)).toContainText("JSON copied to clipboard");
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(shown);
  const downloading = page.waitForEvent("download");
  await press(page, "Download");
  const download = await downloading;
  await expect(toast(page)).toContainText("Downloaded");
  await expect(toast(page)).toContainText("JSON file has been downloaded");
  expect(download.suggestedFilename()).toBe("veo3-prompt.json");
  expect(JSON.parse(readFileSync(await download.path(), "utf8"))).toEqual(shown);
  await press(page, "Share link");
  await expect(toast(page)).toContainText("Too long for a link");
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([]);
});

test("fields beside each other are level", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, path);
  const [left, right] = await Promise.all(
    ["Composition", "Camera Motion"].map((name) => page.getByRole("combobox", { name }).boundingBox()),
  );
  expect(right?.x).toBeGreaterThan(left?.x ?? 0);
  expect(right?.y).toBe(left?.y);
});

test("a shared link opens the same prompt, after a reload and by going back too", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, path);
  await at(page, "scene.location").fill("Lisboa & São Vicente, 100 % #1");
  await choose(at(page, "style"), "lego");
  await press(page, "Share link");
  await expect(toast(page)).toContainText("Link copied to clipboard");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const wanted = { style: "lego", scene: { location: "Lisboa & São Vicente, 100 % #1" } };
  const other = await context.newPage();
  await other.goto(link);
  await expect(at(other, "scene.location")).toHaveValue("Lisboa & São Vicente, 100 % #1");
  await expectPrompt(other, wanted);
  await other.reload();
  await expect(at(other, "style")).toHaveValue("lego");
  await other
    .getByRole("link", { name: /, home$/ })
    .first()
    .click();
  await expect(other).toHaveURL("/");
  await other.goBack();
  await expect(at(other, "style")).toHaveValue("lego");
  await expectPrompt(other, wanted);
});

test("links, examples and JSON fill the form, and what is wrong with them is said", async ({ page }) => {
  await test.step("a broken link gives an empty form and says so, until something is filled in", async () => {
    await rendered(page, path);
    await page.goto(`${path}#style=lego&scene.location=Lis`);
    await hydrated(page);
    await expect(page.getByRole("alert")).toContainText("This link is incomplete");
    await expect(output(page)).toHaveText("{}");
    await at(page, "color_palette").fill("Blue");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page).toHaveURL(`${path}#color_palette=Blue&end`);
  });
  await test.step("the link past the navigation keeps the form", async () => {
    await open(page, `${path}#style=anime&end`);
    await expect(at(page, "style")).toHaveValue("anime");
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${path}#style=anime&end`);
    await expect(at(page, "style")).toHaveValue("anime");
  });
  await test.step("each example fills the form, and can be undone and cleared", async () => {
    await open(page, path);
    await at(page, "color_palette").fill("Mine");
    for (const { name, form } of presets) {
      await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
      await expectPrompt(page, JSON.parse(jsonOf(form)));
      await press(page, "Undo");
      await expectPrompt(page, { color_palette: "Mine" });
    }
    await press(page, "Clear");
    await expect(output(page)).toHaveText("{}");
    await expect(page).toHaveURL(path);
    await press(page, "Undo");
    await expect(at(page, "color_palette")).toHaveValue("Mine");
  });
  await test.step("JSON is loaded from a text and from a file, and what is wrong with it is said", async () => {
    await open(page, path);
    await press(page, "Load JSON");
    const dialog = page.getByRole("dialog", { name: "Load JSON" });
    const text = dialog.getByRole("textbox", { name: "Prompt JSON" });
    const load = dialog.getByRole("button", { name: "Load", exact: true });
    await text.fill('{"style": lego}');
    await load.click();
    await expect(dialog.getByRole("alert")).toContainText("This is not valid JSON: error at line 1, column 11.");
    await text.fill('{"style": "LEGO", "shot": {"composition": "Through a keyhole"}}');
    await load.click();
    await expect(dialog).toHaveCount(0);
    await expect(toast(page)).toContainText("1 value in no list is now your own text.");
    await expectPrompt(page, {
      style: "lego",
      shot: { composition: custom, custom_composition: "Through a keyhole" },
    });
    await press(page, "Load JSON");
    await dialog.locator("input[type=file]").setInputFiles({
      name: "veo3-prompt.json",
      mimeType: "application/json",
      buffer: Buffer.from('{"color_palette":"Blue"}'),
    });
    await expectPrompt(page, { color_palette: "Blue" });
  });
});

test("an option is chosen with the pointer, and says what it means", async ({ page }) => {
  await open(page, path);
  const list = at(page, "shot.composition");
  const option = page.getByRole("option", { name: "Dutch Angle", exact: true });
  await atBothWidths(page, async () => {
    await list.click();
    await expect(option).toContainText("A tilted horizon");
    await expect(option).toHaveAccessibleDescription(/A tilted horizon/);
    await option.click();
    await expect(list).toHaveValue("Dutch Angle");
    await expect(list).toHaveAccessibleDescription(/A tilted horizon/);
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await expectPrompt(page, { shot: { composition: "Dutch Angle" } });
    await choose(list, "None");
    await expectPrompt(page, {});
  });
});

test("a list is searched and walked by keys alone", async ({ page }) => {
  await open(page, path);
  const list = at(page, "shot.camera_motion");
  await list.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option")).toHaveCount(62);
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("[data-active]")).toHaveText(/^Static/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("[data-active]")).toHaveText(/^Custom/);
  await page.keyboard.type("whip");
  await expect(page.getByRole("option", { name: /^Whip/ })).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(list).toHaveValue("");
  await page.keyboard.type("whip");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(list).toHaveValue("Whip Tilt");
  await page.keyboard.press("Tab");
  await expect(at(page, "shot.frame_rate")).toBeFocused();
  await expectPrompt(page, { shot: { camera_motion: "Whip Tilt" } });
});

test("Custom opens a field for one's own words, and another choice clears it", async ({ page }) => {
  await open(page, path);
  const [list, words] = [at(page, "shot.composition"), at(page, "shot.custom_composition")];
  await expect(words).toHaveCount(0);
  await choose(list, custom);
  await expect(words).toBeFocused();
  await page.keyboard.type("Own words");
  await expectPrompt(page, { shot: { composition: custom, custom_composition: "Own words" } });
  await choose(list, "Dutch Angle");
  await expect(words).toHaveCount(0);
  await expectPrompt(page, { shot: { composition: "Dutch Angle" } });
  await choose(list, custom);
  await expect(words).toHaveValue("");
});

test("on a phone the bar leads to the JSON", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, path);
  await expect(output(page)).not.toBeInViewport();
  await page.getByRole("heading", { name: "JSON Output" }).getByRole("button").press("Enter");
  await expect(output(page)).toBeInViewport({ ratio: 0.9 });
  await expect(output(page)).toBeFocused();
});

test("one comes to the generator from home, and its script only then", { tag: "@layout" }, async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await open(page, "/");
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((file) => /generator/.test(file))).toEqual([]);
  const menu = page.getByRole("navigation", { name: "Main" });
  const toggle = menu.locator("summary:visible", { hasText: "Menu" });
  if ((await toggle.count()) > 0) await toggle.click();
  await menu.getByRole("link", { name: "VEO 3 Generator" }).locator("visible=true").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("VEO 3 Script Generator");
  await expect(page).toHaveTitle(/^VEO 3 Script Generator – /);
  await at(page, "scene.location").fill("Here");
  await expectPrompt(page, { scene: { location: "Here" } });
});

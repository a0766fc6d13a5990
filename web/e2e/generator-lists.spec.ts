import type { Page } from "@playwright/test";
import { choiceAt, fieldPaths } from "../src/generator/fields";
import { custom, optionsOf } from "../src/generator/options/option";
import { open } from "./directory";
import { atBothWidths } from "./looks";
import { at, choose, expectPrompt, output, path, prompt, valueAt } from "./prompt-form";
import { expect, test } from "./test";

const expectValue = (page: Page, field: string, value: string | undefined) =>
  expect.poll(async () => valueAt(await prompt(page), field)).toBe(value);

test("lists are walked, searched and answered in one's own words", async ({ page }) => {
  await test.step("an option of every group can be chosen and is in the JSON, and none takes it out", async () => {
    await open(page, path);
    for (const field of fieldPaths) {
      const list = choiceAt(field);
      if (!list) continue;
      for (const group of list.groups) {
        const value = optionsOf([group]).at(-1)?.value ?? "";
        await choose(at(page, field), value);
        await expectValue(page, field, value);
      }
      await choose(at(page, field), "None");
      await expect(output(page)).toHaveText("{}");
    }
  });
  await test.step("an option is chosen with the pointer, and says what it means", async () => {
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
  await test.step("Custom opens a field for one's own words, and another choice clears it", async () => {
    await open(page, path);
    for (const field of fieldPaths) {
      const customPath = choiceAt(field)?.customPath;
      if (!customPath) continue;
      await expect(at(page, customPath)).toHaveCount(0);
      await choose(at(page, field), custom);
      await expect(at(page, customPath)).toBeFocused();
      await page.keyboard.type("Own words");
      await expectValue(page, field, custom);
      await expectValue(page, customPath, "Own words");
      const other = optionsOf(choiceAt(field)?.groups ?? [])[0]?.value ?? "";
      await choose(at(page, field), other);
      await expect(at(page, customPath)).toHaveCount(0);
      await expectValue(page, customPath, undefined);
      await choose(at(page, field), custom);
      await expect(at(page, customPath)).toHaveValue("");
      await choose(at(page, field), "");
    }
    await expect(output(page)).toHaveText("{}");
  });
  await test.step("a list is searched and walked by keys alone", async () => {
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
  await test.step("what is typed into a list and left is kept as one's own words", async () => {
    await open(page, path);
    await at(page, "shot.composition").fill("From inside a cupboard");
    await at(page, "scene.location").click();
    await expectPrompt(page, { shot: { composition: "Custom", custom_composition: "From inside a cupboard" } });
  });
});

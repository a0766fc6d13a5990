import type { Locator, Page } from "@playwright/test";
import { idOf } from "../src/generator/field-wiring";
import type { FieldPath } from "../src/generator/fields";
import { expect } from "./test";

/** The prompt builder: its address, its fields and the JSON that it shows. */
export const path = "/veo3-generator";
export const at = (page: Page, field: FieldPath) => page.locator(`#${idOf(field)}`);
export const output = (page: Page) => page.getByRole("region", { name: "JSON", exact: true });
export const prompt = async (page: Page) => JSON.parse((await output(page).textContent()) ?? "");

/** Chooses an option as one does by keys: its name, and Enter. */
export async function choose(list: Locator, name: string) {
  await list.fill(name);
  await list.press("Enter");
}

/** What stands in a prompt where a path leads. */
export const valueAt = (prompt: unknown, field: string) =>
  field.split(".").reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], prompt);

export const expectPrompt = (page: Page, wanted: unknown) => expect.poll(() => prompt(page)).toEqual(wanted);

import type { Page } from "@playwright/test";
import { choiceAt, custom, fieldPaths, idOf } from "../../src/public/generator/fields";
import { open } from "../directory";
import type { Scenarios, Step } from "./scenario";

/**
 * Each list with Custom offers it with a field for custom text, and the output contains both under the contract's
 * names.
 */
const customSteps: Step[] = fieldPaths.flatMap((path) => {
  const customPath = choiceAt(path)?.customPath;
  if (customPath === undefined) return [];
  const list = (page: Page) => page.locator(`#${idOf(path)}`);
  return [
    { acts: [(page) => list(page).click()], shows: ["Custom"] },
    {
      acts: [
        (page) => list(page).fill(custom),
        (page) => list(page).press("Enter"),
        (page) => page.keyboard.type(`Own words of ${path}`),
      ],
      shows: [path, customPath].map((name) => `"${name.split(".").at(-1)}"`).concat(`"Own words of ${path}"`),
    },
  ];
});

export const generator: Scenarios = {
  "the generator": [
    {
      acts: [(page) => open(page, "/veo3-generator")],
      shows: [
        "VEO 3 Script Generator",
        ...["Style", "Shot", "Scene", "Visual Details", "Cinematography", "Audio", "Color Palette"],
      ],
    },
    ...customSteps,
    { acts: ["Copy"], shows: ["Copied! / JSON copied to clipboard"] },
    { acts: ["Download"], shows: ["Downloaded / JSON file has been downloaded"] },
  ],
};

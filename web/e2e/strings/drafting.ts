import type { Page } from "@playwright/test";
import { field } from "../product-form";
import { answer, press, refuse, type Scenario } from "./scenario";

const drafts = ["**/api/generate-description", "**/api/enhance-description", "**/api/ai/generate-usecases"];

/** Closes the dialog of a draft, in any state, without using it. */
const closeDraft = (page: Page) => page.getByRole("button", { name: /^(Close|Keep the current text)$/ }).click();

export const drafting: Scenario[] = [
  {
    name: "drafts without a name or website",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin");
          await press(page, "Add Product");
          await press(page, "Generate");
        },
        shows: ["Please enter a product name first"],
      },
      {
        act: async (page) => {
          await field(page, "Name").fill("Zither");
          await press(page, "Generate");
        },
        shows: ["Please enter a website URL first"],
      },
      {
        act: async (page) => {
          await field(page, "Description").fill("It hums.");
          await press(page, "Enhance");
        },
        shows: ["Please enter product name and website URL first"],
      },
    ],
  },
  {
    name: "drafts",
    steps: [
      {
        act: async (page) => {
          await answer(page, "GET", "**/api/drafting", { json: { configured: true, message: "" } });
          await page.goto("/admin");
          await press(page, "Edit Harp");
          for (const draft of drafts) await refuse(page, "POST", draft);
          await press(page, "Generate");
        },
        shows: ["Generation Failed / Failed to generate description"],
      },
      {
        act: async (page) => {
          await closeDraft(page);
          await press(page, "Enhance");
        },
        shows: ["Enhancement Failed / Failed to enhance description"],
      },
      {
        act: async (page) => {
          await closeDraft(page);
          await press(page, "Generate use cases");
        },
        shows: ["Generation Failed / Failed to generate use cases. Please try again."],
      },
      {
        act: async (page) => {
          await closeDraft(page);
          await page.unrouteAll();
          const drafted = { description: "It hums.", useCases: "Humming" };
          for (const draft of drafts) await answer(page, "POST", draft, { json: drafted });
          await press(page, "Generate");
        },
        shows: ["Description Generated!"],
      },
      {
        act: async (page) => {
          await closeDraft(page);
          await press(page, "Enhance");
        },
        shows: ["Description Enhanced!"],
      },
      {
        act: async (page) => {
          await closeDraft(page);
          await press(page, "Generate use cases");
        },
        shows: ["Use Cases Generated!"],
      },
    ],
  },
];

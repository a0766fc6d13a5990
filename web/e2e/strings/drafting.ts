import type { Page } from "@playwright/test";
import { field } from "../product-form";
import { answer, goTo, letThrough, refuse, type Scenarios } from "./scenario";

const drafted = { description: "It hums.", useCases: "Humming" };
const drafts = ["**/api/generate-description", "**/api/enhance-description", "**/api/ai/generate-usecases"];

/** Closes the dialog of a draft, in any state, without using it. */
const closeDraft = (page: Page) => page.getByRole("button", { name: /^(Close|Keep the current text)$/ }).click();

export const drafting: Scenarios = {
  "drafts without a name or website": [
    { acts: [goTo("/admin"), "Add Product", "Generate"], shows: ["Please enter a product name first"] },
    { acts: [(page) => field(page, "Name").fill("Zither"), "Generate"], shows: ["Please enter a website URL first"] },
    {
      acts: [(page) => field(page, "Description").fill("It hums."), "Enhance"],
      shows: ["Please enter product name and website URL first"],
    },
  ],
  drafts: [
    {
      acts: [
        answer("GET", "**/api/drafting", { json: { configured: true, message: "" } }),
        goTo("/admin"),
        "Edit Harp",
        ...drafts.map((draft) => refuse("POST", draft)),
        "Generate",
      ],
      shows: ["Generation Failed / Failed to generate description"],
    },
    { acts: [closeDraft, "Enhance"], shows: ["Enhancement Failed / Failed to enhance description"] },
    {
      acts: [closeDraft, "Generate use cases"],
      shows: ["Generation Failed / Failed to generate use cases. Please try again."],
    },
    {
      acts: [closeDraft, letThrough, ...drafts.map((draft) => answer("POST", draft, { json: drafted })), "Generate"],
      shows: ["Description Generated!"],
    },
    { acts: [closeDraft, "Enhance"], shows: ["Description Enhanced!"] },
    { acts: [closeDraft, "Generate use cases"], shows: ["Use Cases Generated!"] },
  ],
};

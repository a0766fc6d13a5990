import { answer, press, refuse, type Scenario, stall } from "./scenario";

const legal = "**/api/legal-pages";
const draft = "**/api/ai/generate-legal-content";

export const legalTab: Scenario[] = [
  {
    name: "legal pages",
    steps: [
      {
        act: (page) => page.goto("/admin/site-management"),
        shows: [
          "Back to Admin",
          "Legal Pages",
          "Social Media",
          "Logo Settings",
          "Database Sync",
          "AI Legal Content Generator",
          "Custom Instructions",
          "Use Default Prompt",
          "Generate Legal Content",
          "Page Title",
          "Page Content",
          "Save Legal Page",
        ],
      },
      {
        act: async (page) => {
          await page.getByLabel("Custom Instructions").focus();
          await page.keyboard.press("Control+Enter");
        },
        shows: ["Prompt Required / Please enter a custom prompt or use the default suggestion"],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", draft);
          await press(page, "Use Default Prompt");
          await press(page, "Generate Legal Content");
        },
        shows: ["Generation Failed / Failed to generate content. Please try again."],
      },
      {
        act: async (page) => {
          await answer(page, "POST", draft, { json: { content: "Drafted." } });
          await press(page, "Generate Legal Content");
        },
        shows: [
          "Content Generated / AI has generated new legal content for your review",
          "Use This Content",
          "Clear",
          "Copy",
        ],
      },
      { act: (page) => press(page, "Copy generated content"), shows: ["Copied to Clipboard"] },
      { act: (page) => press(page, "Use This Content"), shows: ["Content Applied"] },
      {
        act: async (page) => {
          await refuse(page, "POST", legal, "The page is locked.");
          await press(page, "Save Legal Page");
        },
        shows: ["Failed to save legal page / The page is locked."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Save Legal Page");
        },
        shows: ["Legal page saved successfully"],
      },
      {
        act: async (page) => {
          await stall(page, "POST", draft);
          await press(page, "Generate Legal Content");
        },
        shows: ["Generating Content..."],
      },
      {
        act: async (page) => {
          await stall(page, "POST", legal);
          await press(page, "Save Legal Page");
        },
        shows: ["Saving..."],
      },
    ],
  },
];

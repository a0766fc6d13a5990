import { answer, press, refuse, stall, type Walk } from "./walk";

const legal = "**/api/legal-pages";
const draft = "**/api/ai/generate-legal-content";

export const legalTab: Walk[] = [
  {
    name: "legal pages",
    steps: [
      {
        act: (page) => page.goto("/admin/site-management"),
        says: [
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
        says: ["Prompt Required / Please enter a custom prompt or use the default suggestion"],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", draft);
          await press(page, "Use Default Prompt");
          await press(page, "Generate Legal Content");
        },
        says: ["Generation Failed / Failed to generate content. Please try again."],
      },
      {
        act: async (page) => {
          await answer(page, "POST", draft, { json: { content: "Drafted." } });
          await press(page, "Generate Legal Content");
        },
        says: [
          "Content Generated / AI has generated new legal content for your review",
          "Use This Content",
          "Clear",
          "Copy",
        ],
      },
      { act: (page) => press(page, "Copy generated content"), says: ["Copied to Clipboard"] },
      { act: (page) => press(page, "Use This Content"), says: ["Content Applied"] },
      {
        act: async (page) => {
          await refuse(page, "POST", legal, "The page is locked.");
          await press(page, "Save Legal Page");
        },
        says: ["Failed to save legal page / The page is locked."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Save Legal Page");
        },
        says: ["Legal page saved successfully"],
      },
      {
        act: async (page) => {
          await stall(page, "POST", draft);
          await press(page, "Generate Legal Content");
        },
        says: ["Generating Content..."],
      },
      {
        act: async (page) => {
          await stall(page, "POST", legal);
          await press(page, "Save Legal Page");
        },
        says: ["Saving..."],
      },
    ],
  },
];

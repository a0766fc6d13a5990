import { answer, goTo, letThrough, refuse, type Scenarios, stall } from "./scenario";

const legal = "**/api/legal-pages";
const draft = "**/api/ai/generate-legal-content";

export const legalTab: Scenarios = {
  "legal pages": [
    {
      acts: [
        answer("GET", "**/api/drafting", { json: { configured: true, message: "" } }),
        goTo("/admin/site-management?tab=legal"),
      ],
      shows: [
        ...["Back to Admin", "Legal Pages", "Social Media", "Logo Settings", "Database Sync"],
        ...["AI Legal Content Generator", "Custom Instructions", "Use Default Prompt", "Generate Legal Content"],
        ...["Page Title", "Page Content", "Save Legal Page"],
      ],
    },
    {
      acts: [(page) => page.getByLabel("Custom Instructions").press("Control+Enter")],
      shows: ["Prompt Required / Please enter a custom prompt or use the default suggestion"],
    },
    {
      acts: [refuse("POST", draft), "Use Default Prompt", "Generate Legal Content"],
      shows: ["Generation Failed / Failed to generate content. Please try again."],
    },
    {
      acts: [answer("POST", draft, { json: { content: "Drafted." } }), "Generate Legal Content"],
      shows: [
        "Content Generated / AI has generated new legal content for your review",
        ...["Use This Content", "Clear", "Copy"],
      ],
    },
    { acts: ["Copy generated content"], shows: ["Copied to Clipboard"] },
    { acts: ["Use This Content"], shows: ["Content Applied"] },
    {
      acts: [refuse("POST", legal, "The page is locked."), "Save Legal Page"],
      shows: ["Failed to save legal page / The page is locked."],
    },
    { acts: [letThrough, "Save Legal Page"], shows: ["Legal page saved successfully"] },
    { acts: [stall("POST", draft), "Generate Legal Content"], shows: ["Generating Content..."] },
    { acts: [stall("POST", legal), "Save Legal Page"], shows: ["Saving..."] },
  ],
};

import { logo } from "../product-form";
import { legalPages, setLinks } from "../site-management";
import { answer, press, refuse, stall, type Walk } from "./walk";

const legal = "**/api/legal-pages";
const draft = "**/api/ai/generate-legal-content";
const links = "**/api/social-media";
const link = /\/api\/social-media\/\d+$/;
const logos = "**/api/logo-settings";
const keptLogo = /\/api\/logo-settings\/\d+$/;
const sync = "**/api/sync/manual";

const chooser = "Upload main logo";

export const site: Walk[] = [
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
          ...Object.values(legalPages),
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
        says: ["Prompt Required", "Please enter a custom prompt or use the default suggestion"],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", draft);
          await press(page, "Use Default Prompt");
          await press(page, "Generate Legal Content");
        },
        says: ["Generation Failed", "Failed to generate content. Please try again."],
      },
      {
        act: async (page) => {
          await answer(page, "POST", draft, { json: { content: "Drafted." } });
          await press(page, "Generate Legal Content");
        },
        says: [
          "Content Generated",
          "AI has generated new legal content for your review",
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
        says: ["Failed to save legal page", "The page is locked."],
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
  {
    name: "social links",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin/login");
          await setLinks(page, []);
          await page.goto("/admin/site-management?tab=social");
        },
        says: [
          ..."Facebook Twitter Instagram LinkedIn YouTube TikTok Snapchat Pinterest".split(" "),
          ..."Discord Telegram WhatsApp Reddit Twitch GitHub Medium".split(" "),
          "Platform Name",
          "URL",
          "Active",
          "Order",
          "Add Social Link",
          "No social media links found. Add one using the form on the left.",
        ],
      },
      {
        act: (page) => press(page, "Add Social Link"),
        says: ["Platform is required", "Please enter a valid URL"],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", links, "There are too many.");
          await press(page, "GitHub");
          await press(page, "Add Social Link");
        },
        says: ["Failed to create social media link", "There are too many."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Add Social Link");
        },
        says: ["Social media link created successfully", "https://github.com/", "Order: 0"],
      },
      {
        act: async (page) => {
          await refuse(page, "PUT", link, "It is locked.");
          await page.getByRole("switch", { name: "GitHub is active" }).click();
        },
        says: ["Failed to update social media link", "It is locked."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await page.getByRole("switch", { name: "GitHub is active" }).click();
        },
        says: ["Social media link updated successfully", "Inactive"],
      },
      {
        act: (page) => press(page, "Delete GitHub"),
        says: ["Are you sure you want to delete this social media link?"],
      },
      {
        act: async (page) => {
          await refuse(page, "DELETE", link, "It is locked.");
          await press(page, "Delete");
        },
        says: ["Failed to delete social media link", "It is locked."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Delete");
        },
        says: ["Social media link deleted successfully"],
      },
      {
        act: async (page) => {
          await stall(page, "POST", links);
          await press(page, "GitHub");
          await press(page, "Add Social Link");
        },
        says: ["Adding..."],
      },
    ],
  },
  {
    name: "logos that take their time",
    steps: [
      {
        act: async (page) => {
          await stall(page, "GET", logos);
          await page.goto("/admin/site-management?tab=logos");
        },
        says: ["Loading..."],
      },
    ],
  },
  {
    name: "logos",
    steps: [
      {
        act: (page) => page.goto("/admin/site-management?tab=logos"),
        says: [
          "200x60px",
          "120x40px",
          "32x32px",
          "PNG, JPG, SVG",
          "Current Logos",
          "No logos uploaded yet. Use the upload section above to add your first logo.",
        ],
      },
      {
        act: (page) => page.getByLabel(chooser).setInputFiles({ ...logo, mimeType: "text/plain", name: "a.txt" }),
        says: ["Invalid file type", "Please select an image file"],
      },
      {
        act: (page) => page.getByLabel(chooser).setInputFiles({ ...logo, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }),
        says: ["File too large", "Please select an image smaller than 5MB"],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", logos, "It is locked.");
          await page.getByLabel(chooser).setInputFiles(logo);
        },
        says: ["Failed to save logo", "It is locked."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await page.getByLabel(chooser).setInputFiles(logo);
        },
        says: ["Logo saved successfully", "main", "Active", " KB", "image/png", "Delete"],
      },
      {
        act: (page) => press(page, "Delete main logo"),
        says: ["Are you sure you want to delete this logo?"],
      },
      {
        act: async (page) => {
          await refuse(page, "DELETE", keptLogo, "It is locked.");
          await press(page, "Delete");
        },
        says: ["Failed to delete logo", "It is locked."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Delete");
        },
        says: ["Logo deleted successfully"],
      },
    ],
  },
  {
    name: "database sync",
    steps: [
      {
        act: (page) => page.goto("/admin/site-management?tab=sync"),
        says: ["Manual Sync", "Sync Now", "CLI Tools", "Export Data", "Import Data"],
      },
      { act: (page) => press(page, "Export Data"), says: ["command-line tools"] },
      { act: (page) => press(page, "Import Data"), says: ["command-line tools"] },
      {
        act: async (page) => {
          await refuse(page, "POST", sync);
          await press(page, "Sync Now");
        },
        says: ["Error", "Failed to sync database. Please try again."],
      },
      {
        act: async (page) => {
          await answer(page, "POST", sync, { json: {} });
          await press(page, "Sync Now");
        },
        says: ["Success", "Database sync completed successfully"],
      },
      {
        act: async (page) => {
          await stall(page, "POST", sync);
          await press(page, "Sync Now");
        },
        says: ["Syncing..."],
      },
    ],
  },
];

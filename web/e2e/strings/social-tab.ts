import { setLinks } from "../site-management";
import { press, refuse, type Scenario, stall } from "./scenario";

const links = "**/api/social-media";
const link = /\/api\/social-media\/\d+$/;

export const socialTab: Scenario[] = [
  {
    name: "social links",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin/login");
          await setLinks(page, []);
          await page.goto("/admin/site-management?tab=social");
        },
        shows: [
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
        shows: ["Platform is required", "Please enter a valid URL"],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", links, "There are too many.");
          await press(page, "GitHub");
          await press(page, "Add Social Link");
        },
        shows: ["Failed to create social media link / There are too many."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Add Social Link");
        },
        shows: ["Social media link created successfully", "https://github.com/", "Order: 0"],
      },
      {
        act: async (page) => {
          await refuse(page, "PUT", link, "It is locked.");
          await page.getByRole("switch", { name: "GitHub is active" }).click();
        },
        shows: ["Failed to update social media link / It is locked."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await page.getByRole("switch", { name: "GitHub is active" }).click();
        },
        shows: ["Social media link updated successfully", "Inactive"],
      },
      {
        act: (page) => press(page, "Delete GitHub"),
        shows: ["Are you sure you want to delete this social media link?"],
      },
      {
        act: async (page) => {
          await refuse(page, "DELETE", link, "It is locked.");
          await press(page, "Delete");
        },
        shows: ["Failed to delete social media link / It is locked."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Delete");
        },
        shows: ["Social media link deleted successfully"],
      },
      {
        act: async (page) => {
          await stall(page, "POST", links);
          await press(page, "GitHub");
          await press(page, "Add Social Link");
        },
        shows: ["Adding..."],
      },
    ],
  },
];

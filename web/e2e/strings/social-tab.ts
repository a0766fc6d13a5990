import type { Page } from "@playwright/test";
import { setLinks } from "../site-management";
import { goTo, letThrough, refuse, type Scenarios, stall } from "./scenario";

const links = "**/api/social-media";
const link = /\/api\/social-media\/\d+$/;

const toggle = (page: Page) => page.getByRole("switch", { name: "GitHub is active" }).click();

export const socialTab: Scenarios = {
  "social links": [
    {
      acts: [goTo("/admin/login"), (page) => setLinks(page, []), goTo("/admin/site-management?tab=social")],
      shows: [
        ..."Facebook Twitter Instagram LinkedIn YouTube TikTok Snapchat Pinterest".split(" "),
        ..."Discord Telegram WhatsApp Reddit Twitch GitHub Medium".split(" "),
        ...["Platform Name", "URL", "Active", "Order", "Add Social Link"],
        "No social media links found. Add one using the form on the left.",
      ],
    },
    { acts: ["Add Social Link"], shows: ["Platform is required", "Please enter a valid URL"] },
    {
      acts: [refuse("POST", links, "There are too many."), "GitHub", "Add Social Link"],
      shows: ["Failed to create social media link / There are too many."],
    },
    {
      acts: [letThrough, "Add Social Link"],
      shows: ["Social media link created successfully", "https://github.com/", "Order: 0"],
    },
    {
      acts: [refuse("PUT", link, "It is locked."), toggle],
      shows: ["Failed to update social media link / It is locked."],
    },
    { acts: [letThrough, toggle], shows: ["Social media link updated successfully", "Inactive"] },
    { acts: ["Delete GitHub"], shows: ["Are you sure you want to delete this social media link?"] },
    {
      acts: [refuse("DELETE", link, "It is locked."), "Delete"],
      shows: ["Failed to delete social media link / It is locked."],
    },
    { acts: [letThrough, "Delete"], shows: ["Social media link deleted successfully"] },
    { acts: [stall("POST", links), "GitHub", "Add Social Link"], shows: ["Adding..."] },
  ],
};

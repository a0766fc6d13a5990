import type { Page } from "@playwright/test";
import { logo } from "../product-form";
import { goTo, letThrough, refuse, type Scenarios, stall } from "./scenario";

const logos = "**/api/logo-settings";
const storedLogo = /\/api\/logo-settings\/\d+$/;

const upload =
  (file: object = {}) =>
  (page: Page) =>
    page.getByLabel("Upload main logo").setInputFiles({ ...logo, ...file });

export const logoTab: Scenarios = {
  "slow logos": [{ acts: [stall("GET", logos), goTo("/admin/site-management?tab=logos")], shows: ["Loading..."] }],
  logos: [
    {
      acts: [goTo("/admin/site-management?tab=logos")],
      shows: [
        "Navigation. Recommended 200x60px.",
        "Footer and mobile. Recommended 120x40px.",
        "Browser tab, square. Recommended 32x32px.",
        "PNG, JPG, SVG. At most 5MB, an SVG 256KB.",
        "Current Logos",
        "No logos uploaded yet. Use the upload section above to add your first logo.",
      ],
    },
    {
      acts: [upload({ mimeType: "text/plain", name: "a.txt" })],
      shows: ["Invalid file type / Please select an image file"],
    },
    {
      acts: [upload({ buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })],
      shows: ["File too large / Please select an image smaller than 5MB"],
    },
    { acts: [refuse("POST", logos, "It is locked."), upload()], shows: ["Failed to save logo / It is locked."] },
    { acts: [letThrough, upload()], shows: ["Logo saved successfully", "main", "Active", "image/png", "Delete"] },
    {
      acts: [(page) => page.getByLabel("Upload favicon").setInputFiles(logo)],
      shows: ["Logo saved successfully", "favicon"],
    },
    { acts: ["Delete main logo"], shows: ["Are you sure you want to delete this logo?"] },
    {
      acts: [refuse("DELETE", storedLogo, "It is locked."), "Delete"],
      shows: ["Failed to delete logo / It is locked."],
    },
    { acts: [letThrough, "Delete"], shows: ["Logo deleted successfully"] },
  ],
};

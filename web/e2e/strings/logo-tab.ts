import { logo } from "../product-form";
import { press, refuse, type Scenario, stall } from "./scenario";

const logos = "**/api/logo-settings";
const storedLogo = /\/api\/logo-settings\/\d+$/;
const chooser = "Upload main logo";

export const logoTab: Scenario[] = [
  {
    name: "slow logos",
    steps: [
      {
        act: async (page) => {
          await stall(page, "GET", logos);
          await page.goto("/admin/site-management?tab=logos");
        },
        shows: ["Loading..."],
      },
    ],
  },
  {
    name: "logos",
    steps: [
      {
        act: (page) => page.goto("/admin/site-management?tab=logos"),
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
        act: (page) => page.getByLabel(chooser).setInputFiles({ ...logo, mimeType: "text/plain", name: "a.txt" }),
        shows: ["Invalid file type / Please select an image file"],
      },
      {
        act: (page) => page.getByLabel(chooser).setInputFiles({ ...logo, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }),
        shows: ["File too large / Please select an image smaller than 5MB"],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", logos, "It is locked.");
          await page.getByLabel(chooser).setInputFiles(logo);
        },
        shows: ["Failed to save logo / It is locked."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await page.getByLabel(chooser).setInputFiles(logo);
        },
        shows: ["Logo saved successfully", "main", "Active", "image/png", "Delete"],
      },
      {
        act: (page) => page.getByLabel("Upload favicon").setInputFiles(logo),
        shows: ["Logo saved successfully", "favicon"],
      },
      {
        act: (page) => press(page, "Delete main logo"),
        shows: ["Are you sure you want to delete this logo?"],
      },
      {
        act: async (page) => {
          await refuse(page, "DELETE", storedLogo, "It is locked.");
          await press(page, "Delete");
        },
        shows: ["Failed to delete logo / It is locked."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Delete");
        },
        shows: ["Logo deleted successfully"],
      },
    ],
  },
];

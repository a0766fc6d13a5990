import { choose, dialog, field, fillIn, logo } from "../product-form";
import { press, refuse, type Scenario } from "./scenario";

const product = /\/api\/products\/\d+$/;

export const productDialog: Scenario[] = [
  {
    name: "a new product",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin");
          await press(page, "Add Product");
          await press(page, "Create Product");
        },
        shows: ["Validation Error / Please select at least one category"],
      },
      {
        act: (page) =>
          dialog(page)
            .getByLabel("Upload a logo")
            .setInputFiles({ ...logo, mimeType: "image/gif", name: "a.gif" }),
        shows: ["Invalid File Type / Please upload a JPG or PNG image file"],
      },
      {
        act: (page) =>
          dialog(page)
            .getByLabel("Upload a logo")
            .setInputFiles({ ...logo, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) }),
        shows: ["File Too Large / Please upload an image smaller than 10MB"],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", "**/api/upload");
          await dialog(page).getByLabel("Upload a logo").setInputFiles(logo);
        },
        shows: ["Upload Failed / Failed to upload logo. Please try again."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await dialog(page).getByLabel("Upload a logo").setInputFiles(logo);
        },
        shows: ["Logo Uploaded"],
      },
      {
        act: async (page) => {
          await field(page, "Video URL").fill("not a video");
        },
        shows: ["Unable to load video", "Please check the video URL format"],
      },
      {
        act: async (page) => {
          await field(page, "Video URL").fill("");
          await fillIn(page, "Zither");
          await refuse(page, "POST", "**/api/products");
          await press(page, "Create Product");
        },
        shows: ["Error / Failed to create product"],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Create Product");
        },
        shows: ["Success / Product created successfully"],
      },
    ],
  },
  {
    name: "an edited product",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin");
          await press(page, "Edit Harp");
          await field(page, "Promo text").fill("Now with strings");
          await choose(page, "Plucked");
          await refuse(page, "PUT", product);
          await press(page, "Update Product");
        },
        shows: ["Error / Failed to update product"],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Update Product");
        },
        shows: ["Success / Product updated successfully"],
      },
    ],
  },
];

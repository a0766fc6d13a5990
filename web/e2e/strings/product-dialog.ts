import type { Page } from "@playwright/test";
import { choose, dialog, field, fillIn, logo } from "../product-form";
import { goTo, letThrough, refuse, type Scenarios } from "./scenario";

const product = /\/api\/products\/\d+$/;

const upload =
  (file: object = {}) =>
  (page: Page) =>
    dialog(page)
      .getByLabel("Upload a logo")
      .setInputFiles({ ...logo, ...file });

export const productDialog: Scenarios = {
  "a new product": [
    {
      acts: [goTo("/admin"), "Add Product", "Create Product"],
      shows: ["Validation Error / Please select at least one category"],
    },
    {
      acts: [upload({ mimeType: "image/gif", name: "a.gif" })],
      shows: ["Invalid File Type / Please upload a JPG or PNG image file"],
    },
    {
      acts: [upload({ buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })],
      shows: ["File Too Large / Please upload an image smaller than 10MB"],
    },
    {
      acts: [refuse("POST", "**/api/upload"), upload()],
      shows: ["Upload Failed / Failed to upload logo. Please try again."],
    },
    { acts: [letThrough, upload()], shows: ["Logo Uploaded"] },
    {
      acts: [(page) => field(page, "Video URL").fill("not a video")],
      shows: ["Unable to load video", "Please check the video URL format"],
    },
    {
      acts: [
        (page) => field(page, "Video URL").fill(""),
        (page) => fillIn(page, "Zither"),
        refuse("POST", "**/api/products"),
        "Create Product",
      ],
      shows: ["Error / Failed to create product"],
    },
    { acts: [letThrough, "Create Product"], shows: ["Success / Product created successfully"] },
  ],
  "an edited product": [
    {
      acts: [
        goTo("/admin"),
        "Edit Harp",
        (page) => field(page, "Promo text").fill("Now with strings"),
        (page) => choose(page, "Plucked"),
        refuse("PUT", product),
        "Update Product",
      ],
      shows: ["Error / Failed to update product"],
    },
    { acts: [letThrough, "Update Product"], shows: ["Success / Product updated successfully"] },
  ],
};

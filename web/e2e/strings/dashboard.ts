import type { Page } from "@playwright/test";
import { handle } from "../dashboard";
import { choose, dialog, field, fillIn, logo } from "../product-form";
import { answer, press, refuse, type Walk } from "./walk";

const reorder = "**/api/products/reorder";
const product = /\/api\/products\/\d+$/;
const drafts = ["**/api/generate-description", "**/api/enhance-description", "**/api/ai/generate-usecases"];

/** A draft is shown before it is used: whatever it was, its window is closed. */
const closeDraft = (page: Page) => page.getByRole("button", { name: /^(Close|Keep the present text)$/ }).click();

export const dashboard: Walk[] = [
  {
    name: "the dashboard",
    steps: [
      {
        act: (page) => page.goto("/admin"),
        says: [
          "Admin Dashboard",
          "Site Management",
          "Logout",
          "Add Product",
          "Products (",
          "Drag and drop to reorder products",
          "Search products...",
          "Order: 1",
        ],
      },
      {
        act: (page) => page.getByPlaceholder("Search products...").fill("zzzzzzzzzz"),
        says: ["No products match your search"],
      },
    ],
  },
  {
    name: "a dashboard without products",
    steps: [
      {
        act: async (page) => {
          await answer(page, "GET", "**/api/admin/products", { json: [] });
          await page.goto("/admin");
        },
        says: ["No products found", "Add your first product to get started"],
      },
    ],
  },
  {
    name: "another order",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin");
          await refuse(page, "PATCH", reorder, "The order is gone.");
          await handle(page, "Viola").focus();
          for (const key of ["Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
        },
        says: ["Update Failed", "The order is gone."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await handle(page, "Viola").focus();
          for (const key of ["Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
        },
        says: ["Order Updated", "Product order has been saved successfully."],
      },
    ],
  },
  {
    name: "a product that goes",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin");
          await press(page, "Delete Tuba");
        },
        says: ["Are you sure you want to delete this product?"],
      },
      {
        act: async (page) => {
          await refuse(page, "DELETE", product);
          await press(page, "Delete");
        },
        says: ["Error", "Failed to delete product"],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Delete Tuba");
          await press(page, "Delete");
        },
        says: ["Success", "Product deleted successfully"],
      },
    ],
  },
  {
    name: "a product that comes",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin");
          await press(page, "Add Product");
          await press(page, "Create Product");
        },
        says: ["Validation Error", "Please select at least one category"],
      },
      {
        act: (page) =>
          dialog(page)
            .getByLabel("Upload a logo")
            .setInputFiles({ ...logo, mimeType: "image/gif", name: "a.gif" }),
        says: ["Invalid File Type", "Please upload a JPG or PNG image file"],
      },
      {
        act: (page) =>
          dialog(page)
            .getByLabel("Upload a logo")
            .setInputFiles({ ...logo, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) }),
        says: ["File Too Large", "Please upload an image smaller than 10MB"],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", "**/api/upload");
          await dialog(page).getByLabel("Upload a logo").setInputFiles(logo);
        },
        says: ["Upload Failed", "Failed to upload logo. Please try again."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await dialog(page).getByLabel("Upload a logo").setInputFiles(logo);
        },
        says: ["Logo Uploaded"],
      },
      {
        act: async (page) => {
          await field(page, "Video URL").fill("not a video");
        },
        says: ["Unable to load video", "Please check the video URL format"],
      },
      {
        act: async (page) => {
          await field(page, "Video URL").fill("");
          await fillIn(page, "Zither");
          await refuse(page, "POST", "**/api/products");
          await press(page, "Create Product");
        },
        says: ["Error", "Failed to create product"],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Create Product");
        },
        says: ["Success", "Product created successfully"],
      },
    ],
  },
  {
    name: "a product that is changed",
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
        says: ["Error", "Failed to update product"],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Update Product");
        },
        says: ["Success", "Product updated successfully"],
      },
    ],
  },
  {
    name: "drafts that lack what they are made from",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin");
          await press(page, "Add Product");
          await press(page, "Generate");
        },
        says: ["Please enter a product name first"],
      },
      {
        act: async (page) => {
          await field(page, "Name").fill("Zither");
          await press(page, "Generate");
        },
        says: ["Please enter a website URL first"],
      },
      {
        act: async (page) => {
          await field(page, "Description").fill("It hums.");
          await press(page, "Enhance");
        },
        says: ["Please enter product name and website URL first"],
      },
    ],
  },
  {
    name: "drafts",
    steps: [
      {
        act: async (page) => {
          await answer(page, "GET", "**/api/drafting", { json: { configured: true, message: "" } });
          await page.goto("/admin");
          await press(page, "Edit Harp");
          for (const draft of drafts) await refuse(page, "POST", draft);
          await press(page, "Generate");
        },
        says: ["Generation Failed", "Failed to generate description"],
      },
      {
        act: async (page) => {
          await closeDraft(page);
          await press(page, "Enhance");
        },
        says: ["Enhancement Failed", "Failed to enhance description"],
      },
      {
        act: async (page) => {
          await closeDraft(page);
          await press(page, "Generate use cases");
        },
        says: ["Generation Failed", "Failed to generate use cases. Please try again."],
      },
      {
        act: async (page) => {
          await closeDraft(page);
          await page.unrouteAll();
          const drafted = { description: "It hums.", useCases: "Humming" };
          for (const draft of drafts) await answer(page, "POST", draft, { json: drafted });
          await press(page, "Generate");
        },
        says: ["Description Generated!"],
      },
      {
        act: async (page) => {
          await closeDraft(page);
          await press(page, "Enhance");
        },
        says: ["Description Enhanced!"],
      },
      {
        act: async (page) => {
          await closeDraft(page);
          await press(page, "Generate use cases");
        },
        says: ["Use Cases Generated!"],
      },
    ],
  },
];

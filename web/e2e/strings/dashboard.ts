import { handle } from "../dashboard";
import { answer, press, refuse, type Scenario } from "./scenario";

const reorder = "**/api/products/reorder";
const product = /\/api\/products\/\d+$/;

export const dashboard: Scenario[] = [
  {
    name: "the dashboard",
    steps: [
      {
        act: (page) => page.goto("/admin"),
        shows: [
          "Admin Dashboard",
          "Site Management",
          "Logout",
          "Add Product",
          "Products (4)",
          "Drag and drop to reorder products",
          "Order: 1",
        ],
      },
      {
        act: (page) => page.getByRole("searchbox", { name: "Search products" }).fill("zzzzzzzzzz"),
        shows: ["No products match your search"],
      },
    ],
  },
  {
    name: "the dashboard without products",
    steps: [
      {
        act: async (page) => {
          await answer(page, "GET", "**/api/admin/products", { json: [] });
          await page.goto("/admin");
        },
        shows: ["No products found", "Add your first product to get started"],
      },
    ],
  },
  {
    name: "a reorder",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin");
          await refuse(page, "PATCH", reorder, "The order is gone.");
          await handle(page, "Viola").focus();
          for (const key of ["Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
        },
        shows: ["Update Failed / The order is gone."],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await handle(page, "Viola").focus();
          for (const key of ["Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
        },
        shows: ["Order Updated / Product order has been saved successfully."],
      },
    ],
  },
  {
    name: "a deleted product",
    steps: [
      {
        act: async (page) => {
          await page.goto("/admin");
          await press(page, "Delete Tuba");
        },
        shows: ["Are you sure you want to delete this product?"],
      },
      {
        act: async (page) => {
          await refuse(page, "DELETE", product);
          await press(page, "Delete");
        },
        shows: ["Error / Failed to delete product"],
      },
      {
        act: async (page) => {
          await page.unrouteAll();
          await press(page, "Delete Tuba");
          await press(page, "Delete");
        },
        shows: ["Success / Product deleted successfully"],
      },
    ],
  },
];

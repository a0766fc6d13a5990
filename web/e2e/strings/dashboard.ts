import type { Page } from "@playwright/test";
import { handle } from "../dashboard";
import { answer, goTo, letThrough, refuse, type Scenarios } from "./scenario";

const reorder = "**/api/products/reorder";
const product = /\/api\/products\/\d+$/;

async function moveDown(page: Page) {
  await handle(page, "Viola").focus();
  for (const key of ["Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
}

export const dashboard: Scenarios = {
  "the dashboard": [
    {
      acts: [goTo("/admin")],
      shows: [
        ...["Admin Dashboard", "Site Management", "Logout", "Add Product", "Products (4)"],
        ...["Drag and drop to reorder products", "Order: 1"],
      ],
    },
    {
      acts: [(page) => page.getByRole("searchbox", { name: "Search products" }).fill("zzzzzzzzzz")],
      shows: ["No products match your search"],
    },
  ],
  "the dashboard without products": [
    {
      acts: [
        answer("GET", "**/api/admin/product-rows**", {
          json: {
            rows: [],
            total: 0,
            next: "",
            isRanked: false,
            counts: { all: 0, sections: [], types: [], statuses: [], needs: [], missingLogo: 0 },
          },
        }),
        goTo("/admin"),
      ],
      shows: ["No products found", "Add your first product to get started"],
    },
  ],
  "a reorder": [
    {
      acts: [goTo("/admin"), refuse("PATCH", reorder, "The order is gone."), moveDown],
      shows: ["Update Failed / The order is gone."],
    },
    { acts: [letThrough, moveDown], shows: ["Order Updated / Product order has been saved successfully."] },
  ],
  "a deleted product": [
    {
      acts: [goTo("/admin"), "More actions for Tuba", "Delete Tuba"],
      shows: ["Are you sure you want to delete this product?"],
    },
    { acts: [refuse("DELETE", product), "Delete"], shows: ["Error / Failed to delete product"] },
    {
      acts: [letThrough, "More actions for Tuba", "Delete Tuba", "Delete"],
      shows: ["Success / Product deleted successfully"],
    },
  ],
};

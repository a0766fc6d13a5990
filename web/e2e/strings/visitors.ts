import type { Page } from "@playwright/test";
import { open } from "../directory";
import { legalPages } from "../site-management";
import { siteName } from "./contract";
import { generator } from "./generator";
import { answer, goTo, refuse, type Scenarios } from "./scenario";

const home = (page: Page) => open(page, "/");

export const visitors: Scenarios = {
  home: [
    {
      acts: [home, (page) => page.locator("header summary").filter({ hasText: "Categories" }).first().click()],
      shows: [
        ...["Home", "VEO 3 Generator", "Categories", "All Categories", "Search AI tools...", "Submit AI Tool"],
        ...["Our Products", "Recommended AI Products", "Free", "Freemium", "Premium", "Featured", "Deal", "Visit"],
        ...["© 2024", siteName],
        "#", // the target of placeholder social links
        "AI", // in the mark of a tool whose name has no letter, in the tile of its category
        ...Object.values(legalPages),
      ],
    },
  ],
  "home without matches": [
    {
      acts: [(page) => open(page, "/?search=zzzzzzzzzz")],
      shows: ["No tools found", "Try adjusting your search or filters"],
    },
  ],
  "home whose list cannot be loaded": [
    {
      acts: [
        home,
        refuse("GET", /\/api\/catalog/),
        (page) => page.getByRole("searchbox", { name: "Search AI tools" }).first().fill("viola"),
      ],
      shows: ["Failed to fetch products"],
    },
  ],
  "the page of a tool": [
    {
      acts: [(page) => open(page, "/products/viola")],
      shows: [
        ...["Home", "Strings", "Featured", "Visit", "About", "Video Demo", "Use Cases", "Screenshots"],
        ...["Tags", "strings", "freemium", "ourproducts", "Half price this week"],
        ...["Tool Information", "Type", "Section", "Deal Available", "Similar Products"],
      ],
    },
  ],
  "the page of a tool without a category": [
    {
      acts: [
        async (page) => {
          const product = await (await page.request.get("/api/products/harp")).json();
          await answer("GET", /\/api\/products\/harp$/, { json: { ...product, categories: [] } })(page);
        },
        home,
        (page) => page.getByRole("heading", { level: 3 }).getByRole("link", { name: "Harp", exact: true }).click(),
      ],
      shows: ["Tools", "Tool", "N/A"],
    },
  ],
  "the page of an unknown tool": [
    {
      acts: [goTo("/products/nothing")],
      shows: [
        ...["Product Not Found", "Back to Home"],
        "The product you're looking for doesn't exist or has been removed.",
      ],
    },
  ],
  "an unknown page": [
    { acts: [goTo("/nothing/at/all")], shows: ["Page Not Found", "Did you forget to add the page to the router?"] },
  ],
  // The text of each page is in legal.spec.ts.
  "a legal page": [
    {
      acts: [(page) => open(page, "/privacy-policy")],
      shows: ["Privacy Policy", "Back to Homepage", "Last updated January 27, 2025"],
    },
  ],
  "the submit page": [
    {
      acts: [(page) => open(page, "/submit")],
      shows: [
        ...["Back to Homepage", "Submit Your AI Tool"],
        `Have an AI tool you'd like to feature on ${siteName}? Submit it using the form below.`,
      ],
    },
  ],
  ...generator,
};

import type { Page } from "@playwright/test";
import { idOf } from "../../src/generator/field-wiring";
import { choiceAt, fieldPaths } from "../../src/generator/fields";
import { custom } from "../../src/generator/options/option";
import { open } from "../directory";
import { legalPages } from "../site-management";
import { siteName } from "./contract";
import { answer, refuse, type Scenario, type Step } from "./scenario";

const searchBox = "Search AI tools";

/**
 * Each list with Custom offers it with a field for custom text, and the output contains both under the contract's
 * names.
 */
const customSteps: Step[] = fieldPaths.flatMap((path) => {
  const customPath = choiceAt(path)?.customPath;
  if (customPath === undefined) return [];
  const list = (page: Page) => page.locator(`#${idOf(path)}`);
  return [
    { act: (page: Page) => list(page).click(), shows: ["Custom"] },
    {
      act: async (page: Page) => {
        await list(page).fill(custom);
        await list(page).press("Enter");
        await page.keyboard.type(`Own words of ${path}`);
      },
      shows: [path, customPath].map((name) => `"${name.split(".").at(-1)}"`).concat(`"Own words of ${path}"`),
    },
  ];
});

export const visitors: Scenario[] = [
  {
    name: "home",
    steps: [
      {
        act: async (page) => {
          await open(page, "/");
          await page.locator("header summary").filter({ hasText: "Categories" }).first().click();
        },
        shows: [
          "Home",
          "VEO 3 Generator",
          "Categories",
          "All Categories",
          "Search AI tools...",
          "Submit AI Tool",
          "Our Products",
          "Recommended AI Products",
          "Free",
          "Freemium",
          "Premium",
          "Featured",
          "Deal",
          "Visit",
          "© 2024",
          siteName,
          "#", // the target of placeholder social links
          "AI", // shown instead of a logo if the name has no letter
          ...Object.values(legalPages),
        ],
      },
    ],
  },
  {
    name: "home without matches",
    steps: [
      {
        act: (page) => open(page, "/?search=zzzzzzzzzz"),
        shows: ["No tools found", "Try adjusting your search or filters"],
      },
    ],
  },
  {
    name: "home whose list cannot be loaded",
    steps: [
      {
        act: async (page) => {
          await open(page, "/");
          await refuse(page, "GET", /\/api\/catalog/);
          await page.getByRole("searchbox", { name: searchBox }).first().fill("viola");
        },
        shows: ["Failed to fetch products"],
      },
    ],
  },
  {
    name: "the page of a tool",
    steps: [
      {
        act: (page) => open(page, "/products/viola"),
        shows: [
          "Home",
          "Strings",
          "Featured",
          "Visit",
          "About",
          "Video Demo",
          "Use Cases",
          "Screenshots",
          "Tags",
          "strings",
          "freemium",
          "ourproducts",
          "Half price this week",
          "Tool Information",
          "Type",
          "Section",
          "Deal Available",
          "Similar Products",
        ],
      },
    ],
  },
  {
    name: "the page of a tool without a category",
    steps: [
      {
        act: async (page) => {
          const harp = /\/api\/products\/harp$/;
          const product = await (await page.request.get("/api/products/harp")).json();
          await answer(page, "GET", harp, { json: { ...product, categories: [] } });
          await open(page, "/");
          await page.getByRole("heading", { level: 3 }).getByRole("link", { name: "Harp", exact: true }).click();
        },
        shows: ["Tools", "Tool", "N/A"],
      },
    ],
  },
  {
    name: "the page of an unknown tool",
    steps: [
      {
        act: (page) => page.goto("/products/nothing"),
        shows: [
          "Product Not Found",
          "The product you're looking for doesn't exist or has been removed.",
          "Back to Home",
        ],
      },
    ],
  },
  {
    name: "an unknown page",
    steps: [
      {
        act: (page) => page.goto("/nothing/at/all"),
        shows: ["Page Not Found", "Did you forget to add the page to the router?"],
      },
    ],
  },
  {
    name: "a legal page", // the text of each page is in legal.spec.ts
    steps: [
      {
        act: (page) => open(page, "/privacy-policy"),
        shows: ["Privacy Policy", "Back to Homepage", "Last updated January 27, 2025"],
      },
    ],
  },
  {
    name: "the submit page",
    steps: [
      {
        act: (page) => open(page, "/submit"),
        shows: [
          "Back to Homepage",
          "Submit Your AI Tool",
          `Have an AI tool you'd like to feature on ${siteName}? Submit it using the form below.`,
        ],
      },
    ],
  },
  {
    name: "the generator",
    steps: [
      {
        act: (page) => open(page, "/veo3-generator"),
        shows: [
          "VEO 3 Script Generator",
          "Style",
          "Shot",
          "Scene",
          "Visual Details",
          "Cinematography",
          "Audio",
          "Color Palette",
        ],
      },
      ...customSteps,
      {
        act: (page) => page.getByRole("button", { name: "Copy", exact: true }).click(),
        shows: ["Copied! / JSON copied to clipboard"],
      },
      {
        act: (page) => page.getByRole("button", { name: "Download", exact: true }).click(),
        shows: ["Downloaded / JSON file has been downloaded"],
      },
    ],
  },
];

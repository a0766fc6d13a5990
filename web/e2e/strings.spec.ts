import { signedInTo } from "./admin";
import { type Row, tool, uploadOf } from "./own-site";
import { contract, shownAs, siteName } from "./strings/contract";
import { dashboard } from "./strings/dashboard";
import { drafting } from "./strings/drafting";
import { legalTab } from "./strings/legal-tab";
import { logoBoard } from "./strings/logo-board";
import { logoTab } from "./strings/logo-tab";
import { productDialog } from "./strings/product-dialog";
import { runStep } from "./strings/scenario";
import { session } from "./strings/session";
import { socialTab } from "./strings/social-tab";
import { syncTab } from "./strings/sync-tab";
import { unreached } from "./strings/unreached";
import { visitors } from "./strings/visitors";
import { expect } from "./test";

const everything: Partial<Row> = {
  type: "Freemium",
  section: "Our Products",
  isFeatured: true,
  hasDeal: true,
  hasLandingPage: true,
  promoText: "Half price this week",
  useCases: "Reading\nWriting",
  videoUrl: "https://youtu.be/dQw4w9WgXcQ",
  images: [uploadOf(Buffer.from("none"))],
};

const ordinary: Partial<Row> = { categories: ["Strings"], section: "Recommended AI Products" };

const tools = [
  tool("Viola", { ...ordinary, ...everything, displayOrder: 1 }),
  tool("Harp", { ...ordinary, type: "Premium", displayOrder: 2 }),
  tool("Tuba", { ...ordinary, categories: ["Brass", "Wind", "Marching"], displayOrder: 3 }),
  tool("🙂 +++", { ...ordinary, slug: "smile", website: "https://smile.example/", displayOrder: 4 }),
];

const test = signedInTo(tools, async () => ({ VITRINE_SITE_NAME: siteName }));

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const screens = {
  "visitors' pages": visitors,
  "the session": session,
  "the dashboard": dashboard,
  "the logo board": logoBoard,
  "the product dialog": productDialog,
  drafting,
  "legal pages": legalTab,
  "social media": socialTab,
  "logo settings": logoTab,
  "the sync": syncTab,
};

for (const [screen, scenarios] of Object.entries(screens)) {
  test(`the contract's texts, to the letter: ${screen}`, async ({ context, allow }) => {
    for (const status of [401, 404, 500, 502, 503]) allow.status(status);
    allow.failure(/./);
    allow.warning(/Image did not load|net::ERR_FAILED/);
    for (const [name, steps] of Object.entries(scenarios)) {
      await test.step(name, async () => {
        const page = await context.newPage();
        for (const step of steps) await runStep(step, page);
        await page.close();
      });
    }
  });
}

test("each text of the contract is in a scenario or has a reason why not, and never both", () => {
  const texts = Object.values(screens)
    .flatMap((scenarios) => Object.values(scenarios).flat())
    .flatMap(({ shows }) => shows);
  const covered = new Set(texts.flatMap((text) => [text, ...text.split(" / ")])); // a toast's text, and its title and description
  const known = unreached.map(({ text }) => text);
  expect(contract.filter((text) => !known.includes(text) && !covered.has(shownAs[text] ?? text))).toEqual([]);
  expect(known.filter((text) => !contract.includes(text) || covered.has(text))).toEqual([]);
  expect(Object.keys(shownAs).filter((text) => !contract.includes(text))).toEqual([]);
  expect([contract.length, new Set(contract).size]).toEqual([153, 153]);
});

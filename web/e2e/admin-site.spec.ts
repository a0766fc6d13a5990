import type { Page } from "@playwright/test";
import { dismiss, toastOf } from "./admin";
import { test } from "./admin-site";
import { drag } from "./dashboard";
import { open, press } from "./directory";
import { atBothWidths, expectPressable, expectTidy, tooWide, violations } from "./looks";
import { pngOf } from "./png";
import { dropLogos, legalPages, linksOf, openTab, setLinks } from "./site-management";
import { expect } from "./test";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const title = (page: Page) => page.getByRole("textbox", { name: "Page Title" });
const content = (page: Page) => page.getByRole("textbox", { name: "Page Content" });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });

/** Phones show either the text or its preview. */
async function showPreview(page: Page) {
  await expect(title(page)).toBeVisible();
  const button = page.getByRole("button", { name: "Show preview" });
  if (await button.isVisible()) await button.click();
}

async function showText(page: Page) {
  const button = page.getByRole("button", { name: "Back to editing" });
  if (await button.isVisible()) await button.click();
}

const markdown = `## What we keep

We keep **nothing** that we do not need, and _never_ sell it. See [the terms](/terms-of-service).

- One
- Two

> Ask us.
`;

test("a legal page is chosen, written, formatted and shown to visitors like its preview", async ({ page }) => {
  await openTab(page, "Legal Pages", "?tab=legal");
  await expectTidy(page, async () => {
    for (const name of Object.values(legalPages)) {
      await page.getByRole("navigation", { name: "Legal pages" }).getByRole("link", { name }).click();
      await expect(title(page)).toHaveValue(name);
      await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
    }
    await expect(page).toHaveURL(/&page=gdpr-cookies$/);
    await showPreview(page);
    await expect(preview(page).getByRole("heading").first()).toBeVisible();
  });
  await test.step("the buttons above the text format it, and undo reverts that", async () => {
    await content(page).fill("We use few cookies");
    await content(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(7, 10));
    await press(page, "Bold");
    await expect(content(page)).toHaveValue("We use **few** cookies");
    await expect(content(page)).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(content(page)).toHaveValue("We use few cookies");
  });
  await test.step("what is saved looks like its preview", async () => {
    await content(page).fill(markdown);
    await expect(preview(page).getByRole("link", { name: "the terms" })).toHaveAttribute("href", "/terms-of-service");
    const shown = await preview(page).locator(".legal-text").innerHTML();
    await press(page, "Save Legal Page");
    await expect(toastOf(page, "Legal page saved successfully")).toBeVisible();
    const saved = await (await page.request.get("/api/legal-pages/gdpr-cookies")).json();
    expect(saved).toMatchObject({ title: legalPages["gdpr-cookies"], content: markdown.trim() });
    await page.reload();
    await expect(preview(page).getByRole("listitem")).toHaveCount(2);
    expect(await preview(page).locator(".legal-text").innerHTML()).toBe(shown);
    const normalized = await page.evaluate((html) => {
      const { body } = new DOMParser().parseFromString(html, "text/html");
      return body.innerHTML;
    }, saved.html);
    expect(normalized).toBe(shown);
  });
});

test("hostile text of a legal page is displayed safely", async ({ page }) => {
  page.on("dialog", () => {
    throw new Error("a text ran as a script");
  });
  await openTab(page, "Legal Pages", "?page=terms-of-service");
  const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)>

[press](javascript:alert(1)) <a href="javascript:alert(2)" onmouseover="alert(3)">me</a>

<svg onload=alert(4)></svg><iframe src="https://hostile.example"></iframe><form action="https://hostile.example"><input></form>

harmless end`;
  await title(page).fill(`<b onload=alert(1)>"' ${"W".repeat(200)}`);
  await content(page).fill(hostile);
  const strange = preview(page).locator(
    "script, iframe, form, input, svg, [onerror], [onload], a[href^='javascript' i]",
  );
  await atBothWidths(page, async () => {
    await showPreview(page);
    await expect(preview(page)).toContainText("harmless end");
    await expect(strange).toHaveCount(0);
    expect(await tooWide(page)).toEqual([]);
    await press(page, "Save Legal Page");
    await expect(toastOf(page, "Legal page saved successfully")).toBeVisible();
    await dismiss(page, "Legal page saved successfully");
    await showText(page);
    await expect(content(page)).toBeVisible();
  });
  const standard = { type: "terms-of-service", title: legalPages["terms-of-service"], content: "" };
  expect((await page.request.post("/api/legal-pages", { data: standard })).ok()).toBe(true); // for the other tests
});

test("a draft of a legal page is shown beside the text, and used after a click", async ({ page }) => {
  await openTab(page, "Legal Pages", "?tab=legal");
  await expect(title(page)).not.toHaveValue("");
  await content(page).fill("Ours");
  await page.route("**/api/ai/generate-legal-content", (route) =>
    route.fulfill({
      contentType: "text/event-stream",
      body: 'event: text\ndata: {"text": "## Drafted"}\n\nevent: done\ndata: {"content": "## Drafted <script>alert(1)</script>"}\n\n',
    }),
  );
  await page.getByText("Not set up").click();
  await page.getByRole("textbox", { name: "Custom Instructions" }).fill("Be brief.");
  await press(page, "Generate Legal Content");
  await expect(toastOf(page, "Content Generated")).toContainText("for your review");
  await expect(page.getByRole("region", { name: "Draft" })).toContainText("## Drafted <script>alert(1)</script>");
  await expect(page.getByRole("region", { name: "Current text" })).toContainText("Ours");
  await expect(content(page)).toHaveValue("Ours");
  const use = page.getByRole("button", { name: "Use This Content", exact: true });
  const generate = page.getByRole("button", { name: "Generate Legal Content", exact: true });
  await expectTidy(page, () => expectPressable(generate, use));
  await use.click();
  await expect(content(page)).toHaveValue("## Drafted <script>alert(1)</script>");
});

test("logos are uploaded into their slots, and shown to visitors without their scripts", async ({ page }) => {
  page.on("dialog", () => {
    throw new Error("a drawing ran as a script");
  });
  const slot = (name: string) => page.getByRole("region", { name, exact: true });
  const saved = "Logo saved successfully";
  const stored = async () =>
    (await (await page.request.get("/api/logo-settings")).json()) as {
      fileSize: number;
      type: string;
      fileData: string;
    }[];
  await dropLogos(page);
  await openTab(page, "Logo Settings", "?tab=logos");
  await expect(page.getByText(/^No logos uploaded yet. Use the upload section above/)).toBeVisible();
  await expectTidy(page);
  const buffer = pngOf(200, 60, [120, 90, 200]);
  for (const [name, width] of [
    ["Main Logo", 200],
    ["Compact Logo", 200],
    ["Favicon", 64], // at most twice its displayed width
  ] as const) {
    await slot(name)
      .getByLabel(`Upload ${name.toLowerCase()}`)
      .setInputFiles({ name: "our mark.png", mimeType: "image/png", buffer });
    await expect(toastOf(page, saved)).toBeVisible();
    await expect(slot(name).getByText("our mark", { exact: true })).toBeVisible();
    await expect(slot(name).getByText(/^\d+\.\d KB$/)).toBeVisible();
    await expect(slot(name).getByRole("img")).toHaveJSProperty("naturalWidth", width);
    await dismiss(page, saved);
  }
  expect((await stored()).map(({ type }) => type).toSorted()).toEqual(["compact", "favicon", "main"]);
  for (const { fileSize } of await stored()) expect(fileSize).toBeLessThanOrEqual(buffer.length * 2);
  await expect(page.getByRole("list", { name: "Current logos" }).getByRole("listitem")).toHaveCount(3);
  await expectTidy(page);
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /\/logos\/favicon\?/);

  await test.step("visitors see them, with space for the search", async () => {
    await open(page, "/categories");
    const brand = page
      .locator("header")
      .getByRole("link", { name: /, home$/ })
      .first();
    await expect(brand.locator("img")).toHaveAttribute("src", /^\/logos\/main\?/);
    await atBothWidths(page, async () => {
      const search = await page.getByRole("search").boundingBox();
      expect(search?.width, "the search beside the logo").toBeGreaterThanOrEqual(160);
    });
    await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /\/logos\/favicon\?/);
  });
  await test.step("an SVG with a script is shown, and the script does not run", async () => {
    await openTab(page, "Logo Settings", "?tab=logos");
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="alert(1)"><script>alert(2)</script><rect width="40" height="40" fill="red"/></svg>`;
    await slot("Main Logo")
      .getByLabel("Upload main logo")
      .setInputFiles({ name: `${"long ".repeat(40)}.svg`, mimeType: "image/svg+xml", buffer: Buffer.from(drawing) });
    await expect(toastOf(page, saved)).toBeVisible();
    await expect(slot("Main Logo").getByRole("img")).toHaveJSProperty("naturalWidth", 40);
    await atBothWidths(page, async () => expect(await tooWide(page)).toEqual([]));
    const main = (await stored()).find(({ type }) => type === "main");
    expect(Buffer.from(main?.fileData.split(",")[1] ?? "", "base64").toString()).toMatch(/^<svg(?!.*(script|onload))/s);
    await dismiss(page, saved);
  });
  await dropLogos(page);
});

test("social links are added and dragged, for visitors too", async ({ page, allow }) => {
  await allow.host("github.com");
  const list = page.getByRole("list", { name: "Current links" });
  const names = list.getByRole("heading", { level: 3 });
  const openSocial = () => openTab(page, "Social Media", "?tab=social");
  const seen = page.getByRole("list", { name: "Social media" }).getByRole("link");
  await setLinks(page, []);
  await openSocial();
  await test.step("a platform is chosen", async () => {
    await expect(page.getByText("No social media links found. Add one using the form on the left.")).toBeVisible();
    const platform = page.getByRole("button", { name: "GitHub", exact: true });
    await expectTidy(page, () => expectPressable(platform));
    await press(page, "Add Social Link");
    await expect(page.getByRole("textbox", { name: "Platform Name" })).toHaveAccessibleDescription(
      "Platform is required",
    );
    expect(await violations(page)).toEqual([]);
    await platform.click();
    await expect(page.getByRole("textbox", { name: "URL" })).toBeFocused();
    await page.keyboard.type("vitrine");
    await page.keyboard.press("Enter");
    await expect(toastOf(page, "Social media link created successfully")).toBeVisible();
    await expect(names).toHaveText(["GitHub"]);
    await open(page, "/");
    await expect(seen).toHaveAttribute("href", "https://github.com/vitrine");
  });
  await setLinks(page, ["Discord", "Reddit", "Twitch"]);
  await openSocial();
  await test.step("a row is dragged", async () => {
    await drag(
      page,
      page.getByRole("button", { name: "Move Discord" }),
      page.getByRole("button", { name: "Move Twitch" }),
    );
    await expect(names.first()).toHaveText("Reddit"); // the dragged row has left its position
    await page.mouse.up();
    await expect(toastOf(page, "Order Updated")).toContainText("Social media order has been saved successfully.");
    await expect(names).toHaveText(["Reddit", "Twitch", "Discord"]);
    const order = async () => (await linksOf(page)).map((link) => link.platform);
    await expect.poll(order).toEqual(["Reddit", "Twitch", "Discord"]);
  });
  await setLinks(page, []);
});

test("unusual and long social links are shown as text within their rows", async ({ page, allow }) => {
  await allow.host("hostile.example");
  const texts = [`<img src=x onerror=alert(1)>`, "W".repeat(50), "👩‍👩‍👧‍👦 שלום"];
  await setLinks(page, texts, `https://hostile.example/"onmouseover="alert(1)/${"w".repeat(430)}`);
  await openTab(page, "Social Media", "?tab=social");
  await expect(page.getByRole("list", { name: "Current links" }).getByRole("heading", { level: 3 })).toHaveText(texts);
  await expect(page.locator("img[src=x]")).toHaveCount(0);
  await expectTidy(page);
  await setLinks(page, []);
});

test("the site's texts are previewed, saved, and on every page", async ({ page, allow }) => {
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  await test.step("each is previewed, and a wrong one refused", async () => {
    await openTab(page, "Site Texts", "?tab=texts");
    await expectTidy(page);
    await expect(field("Tagline")).toHaveAttribute("placeholder", "Find the right AI tool");
    for (const [name, text] of Object.entries({
      "Site name": "Orchestra",
      Tagline: "Tools in tune",
      Heading: "Tools for <b>bands</b>",
      "End of the heading, in color": "that play",
      Introduction: "Listen first.",
      "Footer text": "Played by ear.",
      "Social title": "Hear, hear",
      "Contact email": "nobody",
    })) {
      await field(name).fill(text);
    }
    for (const shown of ["Tools for <b>bands</b>", "Orchestra – Tools in tune", "Hear, hear"]) {
      await expect(preview(page).getByText(shown)).toBeVisible();
    }
    allow.status(422);
    await press(page, "Save changes");
    const refusal = "Please enter an email address, such as hello@example.com";
    await expect(page.getByRole("tabpanel").getByText(refusal)).toBeVisible();
    await expect(field("Contact email")).toBeFocused();
    await field("Contact email").fill("hello@orchestra.example");
    await press(page, "Save changes");
    await expect(page.getByText("Settings saved", { exact: true })).toBeVisible();
  });
  await test.step("visitors read them", async () => {
    await page.goto("/");
    await expect(page).toHaveTitle("Orchestra – Tools in tune");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tools for <b>bands</b> that play");
    await expect(page.getByText("Listen first.")).toBeVisible();
    await expect(page.getByRole("contentinfo").getByText("Played by ear.")).toBeVisible();
    await expectTidy(page);
    await page.goto("/privacy-policy");
    await expect(page).toHaveTitle("Privacy Policy – Orchestra");
    const contact = page.getByRole("link", { name: "hello@orchestra.example" });
    await expect(contact).toHaveAttribute("href", "mailto:hello@orchestra.example");
  });
  const texts = Object.fromEntries(
    ["name", "tagline", "hero", "heroAccent", "introduction", "footer", "contact", "socialTitle"].map((name) => [
      name,
      "",
    ]),
  );
  await page.request.patch("/api/admin/settings", { data: { texts } });
  await page.goto("/");
  await expect(page).toHaveTitle("Vitrine – Find the right AI tool");
});

test("search engines get verification tags, other limits, and IndexNow's key", async ({ page }) => {
  await openTab(page, "Search Engines", "?tab=search");
  await expectTidy(page);
  const saveIn = (name: string) =>
    page.getByRole("region", { name }).getByRole("button", { name: "Save changes" }).click();
  const saved = async () => {
    await expect(toastOf(page, "Settings saved")).toBeVisible();
    await dismiss(page, "Settings saved");
  };
  await test.step("verification tags are in the home page", async () => {
    const form = page.getByRole("region", { name: "Site verification" });
    const google = form.getByRole("textbox", { name: "Google Search Console" });
    await google.fill('<meta name="google-site-verification">');
    await saveIn("Site verification");
    await expect(form.getByText("Please enter only what is in content=")).toBeVisible();
    const code = "dBw5CvburAxi537Rp9qi5uG2174Vb6JwHwIRwPSLIK8";
    for (const content of [code, ""]) {
      await google.fill(content);
      await saveIn("Site verification");
      await saved();
      expect((await (await page.request.get("/")).text()).includes(code)).toBe(content === code);
    }
  });
  await test.step("IndexNow is turned on, which serves its key, and off again", async () => {
    await press(page, "Turn on IndexNow");
    await expect(toastOf(page, "IndexNow is on")).toBeVisible();
    await expect(page.getByText("Nothing sent yet.")).toBeVisible();
    await expectTidy(page);
    const file = (await page.getByRole("link", { name: "a file with its key" }).getAttribute("href")) ?? "";
    expect(`/${await (await page.request.get(file)).text()}.txt`).toBe(file);
    await press(page, "Turn off IndexNow");
    await expect(toastOf(page, "IndexNow is off")).toBeVisible();
    expect((await page.request.get(file)).status()).toBe(404);
  });
  await test.step("with lower limits a page becomes indexable", async () => {
    const robots = async () =>
      /<meta name="robots"/.test(await (await page.request.get("/products/instrument-0040")).text());
    expect(await robots()).toBe(true);
    const description = page.getByRole("spinbutton", { name: /^Minimum description length/ });
    await expect(description).toHaveValue("120");
    await description.fill("1001");
    await saveIn("Indexable pages");
    await expect(description).toHaveAccessibleDescription(/Please enter a number from 0 to 1000/);
    await description.fill("6");
    await page.getByRole("spinbutton", { name: /^Minimum own words/ }).fill("0"); // the instruments are much alike
    await saveIn("Indexable pages");
    await saved();
    expect(await robots()).toBe(false);
    await page.request.patch("/api/admin/settings", { data: { index: { description: 120, ownWords: 40 } } });
  });
});

test("on a production site nothing can be synced, and the webhook's address can be copied", async ({ page }) => {
  await openTab(page, "Database Sync", "?tab=sync");
  await expectTidy(page, async () => {
    await expect(page.getByText("This is the production site")).toHaveCount(1);
    for (const name of ["Sync Now", "Preview"]) await expect(page.getByRole("button", { name })).toBeDisabled();
  });
  await press(page, "Copy webhook address");
  await expect(toastOf(page, "Copied to Clipboard")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http:.*\/api\/sync\/webhook$/);
});

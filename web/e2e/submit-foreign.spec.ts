import type { Page } from "@playwright/test";
import { open, openWithoutScripts, rendered } from "./directory";
import { FormHost } from "./form-host";
import { expectPressable, expectTidy, violations } from "./looks";
import { testOn } from "./own-site";
import { expect } from "./test";

const vendor = new FormHost();
const test = testOn([], [], () => vendor.open());
test.afterAll(() => vendor.stop());
test.beforeEach(({ allow }) => {
  vendor.reset();
  allow.peer(vendor.host);
});

const frame = "iframe[title='Submission form']";
const around = (page: Page) => page.frameLocator(frame);
const form = (page: Page) => around(page).frameLocator(frame);
const trouble = (page: Page) => page.getByRole("main").getByRole("alert");

/** Expects the form in its height, without an error. */
async function expectShown(page: Page) {
  await expect(form(page).getByLabel("Tool")).toBeVisible();
  await expect(page.getByText("Loading the form")).toHaveCount(0);
  await expect(trouble(page)).toHaveCount(0);
  for (const one of [page.locator(frame), around(page).locator(frame)])
    expect((await one.boundingBox())?.height).toBe(979);
}

/** Expects that the form is shown and that a submission arrives at its host. */
async function expectUsable(page: Page) {
  await expectTidy(page, () => expectShown(page));
  await form(page).getByLabel("Tool").fill("Pen");
  await form(page).getByRole("button", { name: "Send" }).click();
  await expect(form(page).getByText("The form has arrived.")).toBeVisible();
  expect(vendor.sent).toEqual(["tool=Pen"]);
  expect(vendor.requests.map(({ call }) => call)).toContain("GET /widget.js");
}

test("another host's form is shown in its height, can be submitted, and is kept apart from our pages", async ({
  page,
  allow,
}) => {
  await test.step("it is shown in its height and can be submitted, when the page is loaded directly", async () => {
    await open(page, "/submit");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submit Your AI Tool");
    await expectUsable(page);
  });
  await test.step("the form's host does not learn which page its visitors come from", async () => {
    await page.goto("/submit");
    await expect(form(page).getByLabel("Tool")).toBeVisible();
    await expect.poll(() => vendor.requests.length).toBeGreaterThan(1);
    for (const { call, headers } of vendor.requests) {
      expect(headers.referer, call).toBeUndefined();
      expect(headers.cookie, call).toBeUndefined();
    }
  });
  await test.step("a script of the form's host has no access to our pages or API", async () => {
    allow.warning(/Content Security Policy|Unsafe attempt|frame attempting navigation/);
    allow.failure(/\/api\/site$|elsewhere\.example/);
    vendor.script = curious;
    await page.goto("/submit");
    await expect(around(page).locator("body")).toHaveAttribute("data-found", /./);
    expect(JSON.parse((await around(page).locator("body").getAttribute("data-found")) ?? "")).toEqual({
      origin: "null",
      cookie: "refused",
      storage: "refused",
      page: "refused",
      away: "refused",
      call: "refused",
      elsewhere: "refused",
    });
    await expect(page).toHaveURL(/\/submit$/);
  });
});

test("another host's form is shown and can be submitted, when the page is opened from home", {
  tag: "@layout",
}, async ({ page }) => {
  await open(page, "/");
  expect(vendor.requests).toEqual([]);
  const menu = page.getByRole("navigation", { name: "Main" });
  const toggle = menu.locator("summary:visible", { hasText: "Menu" });
  if ((await toggle.count()) > 0) await toggle.click();
  await page.evaluate(() => Object.assign(window, { isStillHere: true }));
  await page.getByRole("link", { name: "Submit AI Tool" }).locator("visible=true").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submit Your AI Tool");
  expect(await page.evaluate(() => "isStillHere" in window)).toBe(true);
  await expectUsable(page);
});

/** Tries everything a script could do in its document, and returns the results. */
const curious = `(async () => {
  const tries = {
    cookie: () => document.cookie,
    storage: () => localStorage.length,
    page: () => parent.document.title,
    away: () => { top.location = "about:blank"; },
    call: () => fetch("/api/site"),
    elsewhere: () => fetch("https://elsewhere.example/"),
  };
  const found = { origin: self.origin };
  for (const [name, attempt] of Object.entries(tries))
    try { await attempt(); found[name] = "done"; } catch { found[name] = "refused"; }
  document.body.dataset.found = JSON.stringify(found);
})();`;

test("a form that does not load says why, and can be tried again", async ({ page, allow }) => {
  await test.step("a form whose host is unreachable shows an error, and loads when the host is back", async () => {
    allow.failure(new RegExp(`//${vendor.host}/`));
    allow.warning(/net::ERR_CONNECTION_REFUSED/);
    const again = page.getByRole("button", { name: "Try again" });
    await vendor.stop();
    try {
      await open(page, "/submit");
      await expect(trouble(page)).toContainText("Couldn't load the form.");
      await expect(page.locator(frame)).toHaveCount(0); // the browser's own error page is not shown
      await expectTidy(page, () => expectPressable(again));
      await expect(page.getByRole("link", { name: "Open the form in a new tab" })).toHaveAttribute(
        "href",
        `http://${vendor.host}/form`,
      );
    } finally {
      await vendor.listen();
    }
    await again.click();
    await expectUsable(page);
  });
  vendor.reset();
  await test.step("a form whose script cannot be loaded is reported as failed", async () => {
    allow.status(500);
    vendor.failing = { "/widget.js": "error" };
    await page.goto("/submit");
    await expect(trouble(page)).toContainText("Couldn't load the form.");
    await expect(form(page).getByLabel("Tool")).toBeVisible(); // it may work without the script
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
  vendor.reset();
  await test.step("the form host's own page is shown, also if it is an error page", async () => {
    allow.status(500);
    vendor.failing = { "/form": "error" };
    await page.goto("/submit");
    await expect(form(page).getByText("Out of order")).toBeVisible();
    await expect(trouble(page)).toHaveCount(0);
  });
});

test("a form whose host does not answer is reported as slow, and is shown when it loads later", async ({ page }) => {
  vendor.failing = { "/form": "silence", "/widget.js": "silence" };
  await rendered(page, "/submit");
  await page.clock.install();
  await page.goto("/submit", { waitUntil: "commit" }); // the load event waits for the iframes
  await expect(page.getByText("Loading the form")).toBeVisible();
  await expect.poll(() => vendor.requests.length).toBeGreaterThan(0);
  await page.clock.fastForward(9_000);
  await expect(page.getByText("Loading the form")).toBeVisible();
  await expect(trouble(page)).toHaveCount(0);
  await page.clock.fastForward(2_000);
  await expect(trouble(page)).toContainText("The form is taking longer than usual to load.");
  expect(await violations(page)).toEqual([]);
  vendor.failing = {};
  await page.getByRole("button", { name: "Try again" }).click();
  await expectUsable(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("another host's form is shown, without a loading message", async ({ page, allow }) => {
    allow.failure(/\.js$/);
    await openWithoutScripts(page, "/submit");
    await form(page).getByLabel("Tool").fill("Pen");
    await form(page).getByRole("button", { name: "Send" }).click();
    await expect(form(page).getByText("The form has arrived.")).toBeVisible();
    await expect(page.getByText("Loading the form")).toBeHidden();
  });
});

const bare = new FormHost();
const bareTest = testOn([], [], async () => ({
  VITRINE_SUBMIT_FORM_URL: (await bare.open()).VITRINE_SUBMIT_FORM_URL,
}));
bareTest.afterAll(() => bare.stop());

bareTest(
  "a form that comes without a script is missed, too, when its host is out of reach",
  async ({ page, allow }) => {
    allow.peer(bare.host);
    allow.failure(new RegExp(`//${bare.host}/`));
    allow.warning(/net::ERR_CONNECTION_REFUSED/);
    await page.goto("/submit");
    await expect(form(page).getByLabel("Tool")).toBeVisible();
    await expect(trouble(page)).toHaveCount(0);
    await bare.stop();
    try {
      await page.reload();
      await expect(trouble(page)).toContainText("Couldn't load the form.");
    } finally {
      await bare.listen();
    }
  },
);

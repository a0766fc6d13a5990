import { request as requests } from "@playwright/test";
import { cardNames, open } from "./directory";
import { expectPressable, expectTidy } from "./looks";
import { testOn, tool } from "./own-site";
import { expect } from "./test";

interface Counted {
  views: number;
  clicks: number;
}

/**
 * Each IP address counts once an hour. The site trusts the address that the tests send, and each test sends another
 * one, and looks at tools of its own.
 */
const site = testOn(
  ["Alto", "Basso", "Cello", "Duduk", "Erhu", "Flute"].map((name) => tool(name)),
  [],
  async () => ({
    VITRINE_TRUSTED_PROXIES: "127.0.0.0/8",
  }),
);

let visitors = 0;
const newVisitor = () => ({ "X-Forwarded-For": `198.18.${++visitors >> 8}.${visitors & 255}` });

/** Tests with their own visitor, who can also read a tool's counts as its administrator. */
const test = site.extend<{ counted: (slug: string) => Promise<Counted> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright's way to say that nothing is needed
  extraHTTPHeaders: ({}, use) => use(newVisitor()),
  counted: async ({ ownSite, session }, use) => {
    const administrator = await requests.newContext({ baseURL: ownSite, storageState: session });
    await use(async (slug) => {
      const answer = await administrator.get(`/api/products/${slug}/visits?days=2`);
      const { days } = (await answer.json()) as { days: Counted[] };
      return days.reduce((sum, { views, clicks }) => ({ views: sum.views + views, clicks: sum.clicks + clicks }));
    });
    await administrator.dispose();
  },
});

test("Visit is counted once on a card, and the website opens without opener and referrer", async ({
  page,
  context,
  allow,
  counted,
}) => {
  for (const name of ["alto", "basso"]) await allow.host(`${name}.example`);
  await open(page, "/");
  const asked = context.waitForEvent("request", (request) => request.url() === "https://alto.example/");
  await page.getByRole("link", { name: "Visit Alto" }).click();
  expect((await asked).headers().referer).toBeUndefined();
  await expect.poll(() => counted("alto")).toEqual({ views: 0, clicks: 1 });
  for (const name of ["Alto", "Basso"]) await page.getByRole("link", { name: `Visit ${name}` }).press("Enter");
  await expect.poll(() => counted("basso")).toEqual({ views: 0, clicks: 1 });
  expect(await counted("alto")).toEqual({ views: 0, clicks: 1 });
  expect(await context.cookies()).toEqual([]);
});

test("a tool's page is reported each time it is opened, and counted once an hour", async ({ page, counted }) => {
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/visits")) sent++;
  });
  await open(page, "/products/cello");
  await expect.poll(() => counted("cello")).toEqual({ views: 1, clicks: 0 });
  const similar = page.getByRole("region", { name: "Similar Products" });
  await similar.getByRole("link", { name: "Duduk", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Duduk");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cello");
  await expect.poll(() => sent).toBe(3);
  await expect.poll(() => counted("duduk")).toEqual({ views: 1, clicks: 0 });
  expect(await counted("cello")).toEqual({ views: 1, clicks: 0 });
});

test("the most visited tools are the first of the popular ones soon after the visits", async ({ page, directory }) => {
  const { id } = await directory.product("erhu");
  await open(page, "/?sort=popular");
  for (let visit = 0; visit < 20; visit++) {
    await page.request.post("/api/visits", { data: { product: id, kind: "visit" }, headers: newVisitor() });
  }
  const first = async () => (await directory.products("?sort=popular"))[0]?.name;
  await expect.poll(first, { timeout: 30_000 }).toBe("Erhu");
  await open(page, "/?sort=popular");
  await expect(cardNames(page).first()).toHaveText("Erhu");
});

test("the administrator sees the clicks and views", async ({ page, context, session, request, counted, allow }) => {
  for (let visit = 0; visit < 3; visit++) {
    await request.get("/go/flute", { maxRedirects: 0, headers: newVisitor() });
  }
  await expect.poll(() => counted("flute")).toEqual({ views: 0, clicks: 3 });
  allow.status(401);
  await context.addCookies(session.cookies);
  await page.addInitScript(
    (record) => localStorage.setItem("admin_user", record),
    session.origins[0]?.localStorage[0]?.value ?? "",
  );
  await page.goto("/admin/traffic");
  const top = page.getByRole("table", { name: "Most clicked tools, last 30 days" });
  await expect(top.getByRole("row", { name: "Flute 3 0" })).toBeVisible();
  const numbers = page.getByText("Show numbers");
  await numbers.click();
  await expectTidy(page, async () => {
    await expectPressable(numbers);
    await expect(page.getByRole("table").first().getByRole("row")).toHaveCount(31);
    await expect(top.getByRole("row", { name: "Flute 3 0" })).toBeVisible();
    await expect(page.getByRole("img", { name: /^All tools, last 30 days: / })).toBeVisible();
  });
});

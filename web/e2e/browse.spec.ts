import { bringIntoView, cardNames, drawn, expectFirstNames, hydrated, open, section } from "./directory";
import { expect, test } from "./test";

test("the first page load sends no API request, as the document includes all data", async ({ page, directory }) => {
  const { slug } = await directory.productWith("at all", () => true);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && pathname !== "/api/visits") asked.push(request.url()); // that one only sends data
  });
  for (const path of ["/", `/products/${slug}`, "/?search=video", "/?pricing=Free&sort=name"]) {
    await open(page, path);
    await page.waitForLoadState("networkidle");
    expect(asked, path).toEqual([]);
  }
});

test("the list grows on scrolling, and is the same on the way back", async ({ page, directory }) => {
  await test.step("the list loads more on scrolling, to its end", async () => {
    const { sections } = await directory.catalog();
    const last = sections.at(-1);
    const all = await directory.listed(last?.section ?? "");
    expect(all.length, "more than a page").toBeGreaterThan(last?.products.length ?? 0);
    await open(page, "/");
    const list = section(page, last?.section ?? "");
    await page.keyboard.press("End");
    await expect.poll(() => cardNames(list).count()).toBeGreaterThan(last?.products.length ?? 0);
    await expect(async () => {
      await bringIntoView(list.getByRole("listitem").last());
      await expect(cardNames(list)).toHaveCount(all.length, { timeout: 300 });
    }).toPass();
    await expectFirstNames(
      list,
      all.map(({ name }) => name),
    );
  });
  await test.step("going back restores the list's length and scroll position", async () => {
    const { sections } = await directory.catalog();
    await open(page, "/");
    const list = section(page, sections.at(-1)?.section ?? "");
    await bringIntoView(list.getByRole("listitem").last());
    await expect.poll(() => cardNames(list).count()).toBeGreaterThan(sections.at(-1)?.products.length ?? 0);
    const card = cardNames(list).nth(14);
    await bringIntoView(card);
    // The position is stored by the scroll event, one frame later.
    await drawn(page);
    const before = { y: await page.evaluate(() => scrollY), count: await cardNames(list).count() };
    expect(before.y).toBeGreaterThan(500);

    const name = await card.textContent();
    await card.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1, name: name ?? "" })).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

    await page.goBack();
    await expect(card).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before.y);
    expect(await cardNames(list).count()).toBeGreaterThanOrEqual(before.count);
  });
  await test.step("a page whose address is typed begins at its top", async () => {
    await open(page, "/");
    await page.evaluate(() => scrollTo(0, 700));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(600);
    await open(page, "/veo3-generator");
    await hydrated(page);
    await drawn(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

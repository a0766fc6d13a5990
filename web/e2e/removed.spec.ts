import { signedInTo } from "./admin";
import { rows } from "./dashboard";
import { cardNames, section } from "./directory";
import { atBothWidths, expectTidy } from "./looks";
import { importRows, type Row } from "./own-site";
import { expect } from "./test";

const test = signedInTo(rows(40));

test("a removed tool's page shows similar tools, until the tool is restored", async ({ page, allow }) => {
  allow.status(410);
  const { id } = await (await page.request.get("/api/products/instrument-0003")).json();
  const similar = await (await page.request.get(`/api/products/${id}/similar`)).json();
  expect((await page.request.delete(`/api/products/${id}`)).status()).toBe(204);
  expect((await page.goto("/products/instrument-0003"))?.status()).toBe(410);
  await expect(page).toHaveTitle("Product Not Found – Vitrine");
  await atBothWidths(page, () =>
    expectTidy(page, () => expect(page.getByRole("heading", { level: 1 })).toHaveText("Product Not Found")),
  );
  const names = similar.slice(0, 8).map(({ name }: { name: string }) => name);
  await expect(cardNames(section(page, "Similar Products"))).toHaveText(names);
  expect((await page.request.post(`/api/products/${id}/restore`, { data: {} })).ok()).toBe(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Instrument 0003");
});

test("a renamed tool's former URL leads to its page", async ({ page, ownFolder }) => {
  const { id } = await (await page.request.get("/api/products/instrument-0005")).json();
  importRows(ownFolder, [{ ...(rows(5)[4] as Row), id, slug: "violin" }]);
  await expect(async () => {
    await page.goto("/products/instrument-0005");
    await expect(page).toHaveURL("/products/violin", { timeout: 100 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Instrument 0005");
});

import { test } from "./admin-site";
import { cardNames, section } from "./directory";
import { expectTidy } from "./looks";
import { expect } from "./test";

test("a removed tool's page shows similar tools, until the tool is restored", async ({ page, allow }) => {
  allow.status(410);
  const { id } = await (await page.request.get("/api/products/instrument-0037")).json();
  const similar = await (await page.request.get(`/api/products/${id}/similar`)).json();
  expect((await page.request.delete(`/api/products/${id}`)).status()).toBe(204);
  expect((await page.goto("/products/instrument-0037"))?.status()).toBe(410);
  await expect(page).toHaveTitle("Product Not Found – Vitrine");
  await expectTidy(page, () => expect(page.getByRole("heading", { level: 1 })).toHaveText("Product Not Found"));
  const names = similar.slice(0, 8).map(({ name }: { name: string }) => name);
  await expect(cardNames(section(page, "Similar Products"))).toHaveText(names);
  expect((await page.request.post(`/api/products/${id}/restore`, { data: {} })).ok()).toBe(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Instrument 0037");
});

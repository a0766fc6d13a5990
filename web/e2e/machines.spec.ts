import { open } from "./directory";
import { expectTidy } from "./looks";
import { expect, test } from "./test";

test("the pages about the API and the licenses are reached from the footer", async ({ page }) => {
  await open(page, "/submit"); // home's list would grow before the click, and move the footer
  await page.getByRole("contentinfo").getByRole("link", { name: "API" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API" })).toBeVisible();
  // The test's site has sent no issue of the newsletter, and has no collection.
  const examples = (await page.locator("pre").allInnerTexts()).map(
    (text) => /^curl '(.+)'\s*$/.exec(text)?.[1] ?? text,
  );
  expect(examples.length).toBeGreaterThan(10);
  for (const example of examples.filter((address) => !/\/(issues|collections)\/./.test(address))) {
    const response = await page.request.get(example);
    expect(response.status(), example).toBe(200);
    expect(response.headers()["content-type"], example).toBe("application/json");
  }
  for (const link of await page.locator(".legal-contents a").all())
    await expect(page.locator((await link.getAttribute("href")) ?? "")).toBeVisible();
  await expectTidy(page);
  await page.getByRole("link", { name: "licenses" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Licenses" })).toBeVisible();
  for (const project of ["Go", "preact", "modernc.org/sqlite"]) {
    const link = page.getByRole("cell", { name: project, exact: true }).getByRole("link");
    const text = page.locator(`${await link.getAttribute("href")} + pre`);
    await expect(text, project).toContainText("Copyright");
  }
  await expectTidy(page);
});

test("a tool's page offers its badge in two themes, with the HTML to copy", async ({ page, directory, baseURL }) => {
  const { slug } = await directory.productWith("any", () => true);
  await open(page, `/products/${slug}`);
  await page.getByRole("button", { name: /^Add a "Listed on/ }).click();
  for (const theme of ["dark", "light"]) {
    const address = `/badge/${slug}.svg?theme=${theme}`;
    await expect(page.locator(`img[src="${address}"]`)).toHaveAttribute("width", /^\d+$/); // it is loaded
    await expect(page.locator("pre").filter({ hasText: `${baseURL}${address}` })).toBeVisible();
  }
  await page.getByRole("button", { name: "Copy HTML of the dark badge" }).click();
  await expect(page.getByText("HTML copied to clipboard", { exact: true })).toBeVisible();
  await expectTidy(page);
});

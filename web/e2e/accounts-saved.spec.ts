import { cardNames, open } from "./directory";
import { atBothWidths, expectPressable, expectTidy } from "./looks";
import { expect, test } from "./test";

test("tools are saved, listed, shared by a link and removed without an account", async ({
  page,
  browser,
  directory,
}) => {
  await open(page, "/saved");
  await expectTidy(page, () => expect(page.getByText("Nothing saved yet")).toBeVisible());
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  const { sections } = await directory.catalog();
  const [first, second] = sections.flatMap(({ products }) => products);
  await open(page, "/");
  const bookmark = page.getByRole("button", { name: `Save ${first?.name}`, exact: true });
  await atBothWidths(page, () => expectPressable(bookmark));
  await bookmark.click();
  await expect(bookmark).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText(`${first?.name} is on your list.`, { exact: true })).toBeVisible();

  await open(page, `/products/${second?.slug}`);
  await page.getByRole("button", { name: `Save ${second?.name}`, exact: true }).press("Enter");
  await page.getByRole("link", { name: "Saved 2 tools" }).click();
  await expect(page).toHaveURL("/saved");
  await expect(cardNames(page.getByRole("main"))).toHaveText([second?.name ?? "", first?.name ?? ""]);
  await expectTidy(page);
  await page.reload();
  await expect(cardNames(page.getByRole("main"))).toHaveCount(2);

  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await downloaded).suggestedFilename()).toBe("saved-tools.csv");

  const another = await browser.newPage();
  await another.goto(`/saved#${first?.id}.${second?.id}`);
  await another.getByRole("button", { name: "Save all" }).click();
  await another.getByRole("link", { name: "My saved tools" }).click();
  await expect(cardNames(another.getByRole("main"))).toHaveText([first?.name ?? "", second?.name ?? ""]);
  await another.close();

  await page.getByRole("button", { name: `Save ${second?.name}`, exact: true }).click();
  await expect(cardNames(page.getByRole("main"))).toHaveText([first?.name ?? ""]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cardNames(page.getByRole("main"))).toHaveCount(2);
});

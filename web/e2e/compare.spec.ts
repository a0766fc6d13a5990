import { open } from "./directory";
import { atBothWidths, expectPressable, expectTidy } from "./looks";
import { expect, test } from "./test";

test("tools are chosen for a comparison, which is opened, and the choice survives a reload", async ({
  page,
  directory,
}) => {
  const { sections } = await directory.catalog();
  const [first, second, ...others] = sections.flatMap(({ products }) => products);
  await open(page, "/");
  const choose = (name = "") => page.getByRole("button", { name: `Compare ${name}`, exact: true });
  const bar = page.getByRole("region", { name: "Tools to compare" });
  await atBothWidths(page, () => expectPressable(choose(first?.name)));
  await choose(first?.name).click();
  await expect(choose(first?.name)).toHaveAttribute("aria-pressed", "true");
  await expect(bar.getByText("Add one more", { exact: true })).toBeVisible();
  await choose(second?.name).press("Enter");
  await expectTidy(page);
  await page.reload();
  await expect(bar.getByRole("listitem")).toHaveCount(2);

  for (const { name } of others.slice(0, 3)) await choose(name).click();
  await expect(bar.getByRole("listitem")).toHaveCount(4);
  await expect(page.getByText("You can compare up to 4 tools", { exact: true })).toBeVisible();
  await atBothWidths(page, async () => {
    const lowest = async () => {
      const toast = await page.locator(".toast").boundingBox();
      return toast ? toast.y + toast.height : Number.POSITIVE_INFINITY;
    };
    await expect.poll(lowest).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
  });
  await atBothWidths(page, async () => {
    const { height = 0 } = (await bar.boundingBox()) ?? {};
    expect(height, "one line").toBeLessThanOrEqual(84);
    for (const tool of await bar.getByRole("listitem").all()) await expect(tool).toBeInViewport({ ratio: 1 });
  });
  for (const { name } of others.slice(0, 2)) await bar.getByRole("button", { name: `Remove ${name}` }).click();

  await bar.getByRole("link", { name: "Compare 2" }).press("Enter");
  const slugs = [first?.slug ?? "", second?.slug ?? ""].sort();
  await expect(page).toHaveURL(`/compare/${slugs.join("-vs-")}`);
  await expect(page.getByRole("table").getByRole("columnheader")).toHaveCount(2);
  await expectTidy(page);
  await bar.getByRole("button", { name: "Clear" }).click();
  await expect(bar).toHaveCount(0);

  const third = others[2];
  const field = page.getByRole("combobox", { name: "Another tool" });
  await field.fill(third?.name ?? "");
  await page
    .getByRole("option", { name: third?.name ?? "" })
    .first()
    .click();
  await expect(page).toHaveURL(`/compare/${[...slugs, third?.slug ?? ""].sort().join("-vs-")}`);
  await expect(page.getByRole("table").getByRole("columnheader")).toHaveCount(3);
  await atBothWidths(page, async () => {
    const visits = page.getByRole("table").getByRole("link", { name: /Visit/ });
    const tops = await visits.evaluateAll((all) => all.map((link) => Math.round(link.getBoundingClientRect().top)));
    expect(new Set(tops).size, "a line of buttons below the names and one beside Website").toBe(2);
  });
});

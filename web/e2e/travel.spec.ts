import type { Locator, Page } from "@playwright/test";
import { cardNames, open } from "./directory";
import { expect, test } from "./test";

/** A recorded view transition: which elements had the logo's name before and after, and whether the logo moved. */
interface Journey {
  before: string[];
  after: string[];
  moved: boolean;
}

/**
 * Records every view transition of the page. The animations take an hour, so that a busy machine still finds them
 * running.
 */
async function watchJourneys(page: Page) {
  await page.addInitScript(() => {
    const journeys: Promise<Journey>[] = [];
    Object.assign(window, { journeys });
    const slow = new CSSStyleSheet();
    slow.replaceSync("::view-transition-group(*) { animation-duration: 3600s; }");
    document.adoptedStyleSheets.push(slow);
    const bearers = () =>
      [...document.querySelectorAll("*")]
        .filter((element) => getComputedStyle(element).viewTransitionName === "product-logo")
        .map(
          (element) =>
            element.closest("[data-card]")?.querySelector("h3")?.textContent ??
            element.closest("header")?.querySelector("h1")?.textContent ??
            element.outerHTML,
        );
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const journey: Journey = { before: bearers(), after: [], moved: false };
      const transition = start(change);
      journeys.push(
        transition.ready.then(() => {
          journey.after = bearers();
          journey.moved = document
            .getAnimations()
            .some(
              ({ effect }) =>
                effect instanceof KeyframeEffect && effect.pseudoElement === "::view-transition-group(product-logo)",
            );
          return journey;
        }),
      );
      return transition;
    };
  });
}

/**
 * Clicks the link on a page whose data the browser has already: a page that takes longer than 200 ms to load shows its
 * frame first, and no logo moves.
 */
async function clickAgain(page: Page, link: Locator) {
  const name = (await link.textContent()) ?? "";
  await page.emulateMedia({ reducedMotion: "reduce" });
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.goBack();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

const journeys = (page: Page) =>
  page.evaluate(() => Promise.all((window as unknown as { journeys: Promise<Journey>[] }).journeys));

test("a card's logo moves to the card's page", async ({ page, directory }) => {
  const name = (await directory.catalog()).sections[0]?.products[0]?.name ?? "";
  await watchJourneys(page);
  await open(page, "/");
  await clickAgain(page, cardNames(page).getByRole("link", { name, exact: true }));
  expect(await journeys(page)).toEqual([{ before: [name], after: [name], moved: true }]);
});

test("a similar tool's logo moves too, and the current tool's logo does not", async ({ page, directory }) => {
  const { slug } = await directory.productWith("at all", () => true);
  const next = (await directory.similar(slug))[0]?.name ?? "";
  await watchJourneys(page);
  await open(page, `/products/${slug}`);
  const similar = page.getByRole("region", { name: "Similar Products" });
  await clickAgain(page, cardNames(similar).first().getByRole("link"));
  expect(await journeys(page)).toEqual([{ before: [next], after: [next], moved: true }]);
});

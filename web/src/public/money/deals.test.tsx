import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Deal } from "../../api/schema.gen";
import { isPaidDeal } from "../../kit/tools/deal";
import { openPage } from "../../testing/page";
import { sampleProduct } from "../../testing/samples";

const deal = (id: number, more: Partial<Deal> = {}): Deal => ({
  product: sampleProduct(id, { website: `https://www.tool-${id}.example/` }),
  text: `Deal </script> ${id}`,
  code: "",
  url: "",
  to: "",
  ...more,
});

describe("the page of deals", () => {
  it("lists them in their order, with code and end", async () => {
    openPage("/deals", {
      "/api/deals": [deal(2, { code: "SPRING", to: "2026-11-30T22:59:59Z" }), deal(1, { text: "" })],
    });
    await screen.findByRole("heading", { name: "Tool 2" });
    const [first, last] = [...document.querySelectorAll<HTMLElement>(".tool-row")];
    if (!(first && last)) throw new Error("there are no two");
    const { getByText, getByRole } = within(first);
    expect(getByText("Deal </script> 2")).toBeVisible();
    expect(getByText("Ends", { exact: false })).toHaveTextContent("Ends Nov 30, 2026");
    const user = userEvent.setup();
    await user.click(getByRole("button", { name: /^SPRING\s+Copy/ }));
    expect(await navigator.clipboard.readText()).toBe("SPRING");
    expect(within(last).getByText("Deal available")).toBeVisible();
    expect(within(last).queryByText("Ends", { exact: false })).toBeNull();
    expect(document.title).toBe("Deals – Vitrine");
    expect(screen.queryByText("We may earn a commission")).toBeNull();
  });

  it("names what may pay the site, before it", async () => {
    const affiliate = { ...deal(3), product: sampleProduct(3, { hasAffiliateLink: true }) };
    openPage("/deals", {
      "/api/deals": [
        deal(1, { url: "https://net.example/x" }),
        affiliate,
        deal(2, { url: "https://tool-2.example/deal" }),
      ],
    });
    const [other, paid, own] = await screen.findAllByRole("link", { name: /Get the deal from/ });
    expect(other).toHaveAccessibleName("Affiliate: Get the deal from Tool 1");
    expect(other).toHaveAttribute("href", "https://net.example/x");
    expect(other).toHaveAttribute("rel", "noopener noreferrer sponsored nofollow");
    expect(paid).toHaveAttribute("href", "/go/tool-3?from=deal");
    expect(own).toHaveAccessibleName("Get the deal from Tool 2");
    expect(own).toHaveAttribute("rel", "noopener noreferrer nofollow");
    expect(screen.getByRole("link", { name: "We may earn a commission" })).toBeVisible();
  });

  it("says that there is none", async () => {
    openPage("/deals", { "/api/deals": [] });
    expect(await screen.findByText("No deals are running right now.")).toBeVisible();
  });
});

// As catalog.ProductFields.IsPaidDeal has it.
it.each([
  ["", false],
  ["https://pen.example/deal", false],
  ["http://www.pen.example/", false],
  ["https://pen.example/?via=us", true],
  ["https://deals.pen.example/", true],
  ["https://net.example/pen.example", true],
])("knows whether %s may pay the site", (dealUrl, isPaid) => {
  expect(isPaidDeal({ ...sampleProduct(1), website: "https://pen.example/", dealUrl })).toBe(isPaid);
});

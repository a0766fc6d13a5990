import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openAdmin } from "../../testing/admin-page";
import { expectLoading } from "../../testing/page";
import { sampleProduct, sampleProducts, sampleSite } from "../../testing/samples";
import { type Reply, refusal } from "../../testing/server";
import { pickTool } from "../../testing/user";

const picks = "/api/admin/products/1/picks";
const shown = (...ids: number[]) => ({
  reasons: [],
  alternatives: ids.map((id) => ({ product: sampleProduct(id), isPick: false, shared: [], different: [] })),
});

async function open(replies: Record<string, Reply> = {}) {
  const page = openAdmin("/admin", {
    "GET /api/site": sampleSite(),
    "GET /api/admin/product-rows": sampleProducts(1, 6),
    "GET /api/admin/visits/products": [],
    [`GET ${picks}`]: { pinned: [2, 99], hidden: [6], version: 3, views: 12 },
    "GET /api/products/1/alternatives": shown(3, 4),
    [`PUT ${picks}`]: { pinned: [], hidden: [], version: 4 },
    ...replies,
  });
  await page.user.click(await screen.findByRole("button", { name: "More actions for Tool 1" }));
  await page.user.click(await screen.findByRole("button", { name: "Alternatives to Tool 1" }));
  return { ...page, sent: () => page.sent(`PUT ${picks}`) };
}

const names = (list: string) =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("listitem")
    .map((row) => row.getAttribute("aria-label"));
const button = (name: string) => screen.findByRole("button", { name });

describe("the alternatives in the administration", () => {
  it("are pinned, chosen automatically, and hidden", async () => {
    await open();
    expect(await screen.findByRole("heading", { name: "Alternatives to Tool 1" })).toBeVisible();
    await button("Unpin Tool 2");
    expect(screen.getByText(/The page had 12 views in the last 30 days\./)).toBeVisible();
    expect(names("Pinned")).toEqual(["Tool 2"]);
    expect(names("Chosen automatically")).toEqual(["Tool 3", "Tool 4"]);
    expect(names("Hidden")).toEqual(["Tool 6"]);
  });

  it("are pinned and hidden at once, and the focus stays in the lists", async () => {
    const { user, sent } = await open();
    await user.click(await button("Pin Tool 3"));
    expect(names("Pinned")).toEqual(["Tool 2", "Tool 3"]);
    expect(await button("Pin Tool 4")).toHaveFocus();
    await user.click(await button("Hide Tool 4"));
    expect(names("Hidden")).toEqual(["Tool 6", "Tool 4"]);
    await user.click(await button("Show Tool 6"));
    await user.click(await button("Unpin Tool 2"));
    await waitFor(() =>
      expect(sent()).toEqual([
        { pinned: [2, 99, 3], hidden: [6], version: 3 },
        { pinned: [2, 99, 3], hidden: [6, 4], version: 4 },
        { pinned: [2, 99, 3], hidden: [4], version: 4 },
        { pinned: [99, 3], hidden: [4], version: 4 },
      ]),
    );
  });

  it("are found by name and ordered by keys; a pick in the trash keeps its pin", async () => {
    const { user, sent } = await open();
    await pickTool(user, await screen.findByRole("combobox", { name: "Pin a tool" }), "Tool 5");
    expect(names("Pinned")).toEqual(["Tool 2", "Tool 5"]);
    const handle = await button("Move Tool 5");
    handle.focus();
    await user.keyboard("{Enter}{ArrowUp}{Enter}");
    await waitFor(() => expect(sent().at(-1)).toEqual({ pinned: [5, 2, 99], hidden: [6], version: 4 }));
  });

  it("go back to what is saved if a change fails, and say why", async () => {
    const { user } = await open({ [`PUT ${picks}`]: () => refusal(409, "Someone else changed this product.") });
    await user.click(await button("Pin Tool 3"));
    expect(await screen.findByText("Someone else changed this product.")).toBeVisible();
    await waitFor(() => expect(names("Pinned")).toEqual(["Tool 2"]));
  });

  it("can be loaded again after a failure", async () => {
    const reply = { pinned: [], hidden: [], version: 1, views: 0 };
    await expectLoading(open, `GET ${picks}`, { failed: "The site is busy.", reply });
    expect(await screen.findByText("No tool is pinned.")).toBeVisible();
  });
});

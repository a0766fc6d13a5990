import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openAdmin } from "../../testing/admin-page";
import { present } from "../../testing/page";
import { sampleAdminProducts } from "../../testing/samples";
import { meOf, refusal } from "../../testing/server";

const rows = { "GET /api/admin/product-rows": sampleAdminProducts(3) };
const field = () => screen.findByRole("combobox", { name: "Go to" });

it("leads to a screen from anywhere, by keys", async () => {
  const { user } = openAdmin("/admin", rows);
  await screen.findByRole("button", { name: /^Go to/ });
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await field(), "categ");
  expect(screen.getAllByRole("option")).toHaveLength(1);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(present()).toBe("/admin/categories"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("finds tools and opens the dialog of one, or says that it couldn't search", async () => {
  const { user, server } = openAdmin("/admin", rows);
  await user.click(await screen.findByRole("button", { name: /^Go to/ }));
  await user.type(await field(), "tool 2");
  await user.click(await screen.findByRole("option", { name: "Tool 2" }));
  expect(await screen.findByRole("dialog", { name: /Tool 2|Edit Product/ })).toBeVisible();
  await user.keyboard("{Control>}k{/Control}");
  expect(screen.queryByRole("combobox", { name: "Go to" })).toBeNull();
  await user.keyboard("{Escape}");
  server.replies["GET /api/admin/product-rows"] = refusal(503, "The site is busy.");
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await field(), "x");
  expect(await screen.findByText("Couldn't search the tools.")).toBeVisible();
  expect(screen.getByText("Nothing is called like that.")).toBeVisible();
});

it("offers viewers no change", async () => {
  const { user } = openAdmin("/admin", { ...rows, "GET /api/auth/me": meOf("viewer") });
  await user.click(await screen.findByRole("button", { name: /^Go to/ }));
  await field();
  expect(screen.queryByRole("option", { name: "Add a product" })).toBeNull();
  expect(screen.queryByRole("option", { name: "Earnings" })).toBeNull();
  expect(screen.getByRole("option", { name: "History" })).toBeVisible();
});

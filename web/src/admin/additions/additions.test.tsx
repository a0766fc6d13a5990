import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Addition, Additions } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { expectLoading } from "../../testing/page";
import { sampleProduct } from "../../testing/samples";
import { type Reply, refusal } from "../../testing/server";

const additions = "GET /api/admin/additions";

const line = (number: number, state: Addition["state"], part: Partial<Addition> = {}): Addition => ({
  id: number,
  line: number,
  url: `https://tool-${number}.example`,
  state,
  reason: "",
  product: state === "draft" ? number : 0,
  name: state === "draft" ? `Tool ${number}` : "",
  slug: state === "draft" ? `tool-${number}` : "",
  ...part,
});

const page = (...lines: Addition[]): Additions => ({
  list: 2,
  lists: [
    { id: 2, addedBy: "Ann", addedAt: "2026-11-30T10:00:00Z", lines: lines.length, queued: 0 },
    { id: 1, addedBy: "Bob", addedAt: "2026-11-29T10:00:00Z", lines: 1, queued: 0 },
  ],
  lines,
});

const nothing: Additions = { list: 0, lists: [], lines: [] };

const drafts = page(
  line(1, "draft", { reason: "It redirects to other.example." }),
  line(2, "draft"),
  line(3, "failed", { reason: "The website answers with status 404." }),
  line(4, "duplicate", { reason: "It's already in the catalog.", product: 9, name: "Nine", slug: "nine" }),
);

const products = Object.fromEntries(
  [1, 2].map((id) => [`GET /api/admin/products/${id}`, sampleProduct(id, { status: "draft", type: "Unknown" })]),
);

const open = (replies: Record<string, Reply> = {}) =>
  openAdmin("/admin/add", { [additions]: drafts, ...products, ...replies });

const bulk = "POST /api/products/bulk";

describe("adding", () => {
  it("counts the lines, adds them, and shows how far it is", async () => {
    const { user, sent } = open({
      [additions]: nothing,
      "POST /api/admin/additions": page(line(1, "queued"), line(2, "failed", { reason: "No." })),
    });
    expect(await screen.findByRole("heading", { name: "Nothing added yet" })).toBeVisible();
    const field = screen.getByRole("textbox", { name: "URLs" });
    await user.click(screen.getByRole("button", { name: "Add URLs" }));
    expect(field).toHaveAccessibleDescription("Please enter at least one URL");
    await user.type(field, "a.example{enter}{enter}b.example");
    expect(field).toHaveAccessibleDescription("One per line. 2 of 500 lines used.");
    await user.click(screen.getByRole("button", { name: "Add 2 URLs" }));
    expect(await screen.findByRole("progressbar", { name: "Lines done" })).toHaveAttribute("value", "1");
    expect(screen.getByText("1 of 2 lines done. You can leave this page.")).toBeVisible();
    expect(field).toHaveValue("");
    expect(sent("POST /api/admin/additions")).toEqual([{ text: "a.example\n\nb.example" }]);
  });

  it("keeps the text if it is refused", async () => {
    const fields = [{ field: "text", message: "Please add fewer" }];
    const { user } = open({ "POST /api/admin/additions": () => refusal(422, "no", { fields }) });
    const field = await screen.findByRole("textbox", { name: "URLs" });
    await user.type(field, "a.example");
    await user.click(screen.getByRole("button", { name: "Add 1 URL" }));
    await waitFor(() => expect(field).toHaveAccessibleDescription("Please add fewer"));
    expect(field).toHaveValue("a.example");
  });
});

describe("the lines", () => {
  it("say what has become of each, and failed ones are read again", async () => {
    const { user, sent } = open({ "POST /api/admin/additions/retry": { queued: 1 } });
    const list = within(await screen.findByRole("list", { name: "Lines" }));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Line 1Tool 1https://tool-1.exampleIt redirects to other.example.To review",
      "Line 2Tool 2https://tool-2.exampleTo review",
      "Line 3https://tool-3.exampleThe website answers with status 404.FailedTry again",
      "Line 4https://tool-4.exampleIt's already in the catalog.NineDuplicate",
    ]);
    expect(list.getByRole("link", { name: "Nine" })).toHaveAttribute("href", "/products/nine");
    await user.click(list.getByRole("button", { name: "Try again: https://tool-3.example" }));
    expect(await screen.findByText("Reading 1 URL again")).toBeVisible();
    expect(sent("POST /api/admin/additions/retry")).toEqual([{ ids: [3] }]);
    await user.click(screen.getByRole("button", { name: /^Accepted/ }));
    expect(screen.getByRole("heading", { name: "No lines here" })).toBeVisible();
  });

  it("are those of an earlier list, too", async () => {
    const { user } = open({ [`${additions}?list=1`]: { ...page(line(7, "accepted", { name: "Seven" })), list: 1 } });
    await user.selectOptions(await screen.findByRole("combobox", { name: "List" }), "1");
    expect(await screen.findByText("Seven")).toBeVisible();
  });

  it("are on their way, or it says why not", async () => {
    await expectLoading((replies) => open(replies), additions, { failed: "The site is busy.", reply: nothing });
  });
});

describe("the review", () => {
  it("shows all that a draft has", async () => {
    const images = ["https://tool-1.example/shot.jpg"];
    open({ "GET /api/admin/products/1": sampleProduct(1, { status: "draft", type: "Unknown", images }) });
    const review = within(await screen.findByRole("region", { name: "Review" }));
    expect(await review.findByRole("heading", { name: "Tool 1" })).toBeVisible();
    expect(review.getByRole("link", { name: "tool-1.example" })).toHaveAttribute("rel", "noopener noreferrer");
    expect(review.getByText("It redirects to other.example.")).toBeVisible();
    expect(review.getByText("Video, Design")).toBeVisible();
    expect(review.getByText("Price not listed")).toBeVisible();
    expect(review.getByRole("img", { name: "Screenshot of Tool 1" })).toBeInTheDocument();
  });

  it("is done with the keys, each decision with an undo", async () => {
    const { user, server, sent } = open({ [bulk]: { version: 5, changed: 1 }, "POST /api/undo": { restored: 1 } });
    const status = await screen.findByText("Draft 1 of 2");
    await user.keyboard("j");
    expect(status).toHaveTextContent("Draft 2 of 2: Tool 2");
    await user.keyboard("{ArrowRight}");
    expect(status).toHaveTextContent("Draft 1 of 2: Tool 1");
    await user.keyboard("k{ArrowLeft}");
    server.replies[additions] = page(line(2, "draft"));
    await user.keyboard("a");
    expect(await screen.findByText("Published")).toBeVisible();
    await waitFor(() => expect(status).toHaveTextContent("Draft 1 of 1: Tool 2"));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Undone")).toBeVisible();
    server.replies[additions] = page(line(2, "skipped"));
    await user.keyboard("s");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Review" })).toBeNull());
    expect(sent(bulk)).toEqual([
      { ids: [1], change: { status: "published" } },
      { ids: [2], change: { delete: true } },
    ]);
    expect(sent("POST /api/undo")).toEqual([{ version: 5 }]);
  });

  it("takes no key from a field, and edits in the product dialog", async () => {
    const { user, sent } = open();
    await screen.findByText("Draft 1 of 2");
    await user.type(screen.getByRole("textbox", { name: "URLs" }), "as");
    expect(sent(bulk)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Edit" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit Product" });
    await user.keyboard("a");
    expect(sent(bulk)).toEqual([]);
    expect(await within(dialog).findByRole("textbox", { name: "Name" })).toHaveValue("Tool 1");
  });

  it("says when a decision could not be saved", async () => {
    const { user } = open({ [bulk]: () => refusal(409, "It has changed.") });
    await user.click(await screen.findByRole("button", { name: "Accept" }));
    expect(await screen.findByText("It has changed.")).toBeVisible();
  });
});

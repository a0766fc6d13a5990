import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Reach } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { expectLoading } from "../../testing/page";
import type { Reply } from "../../testing/server";

const read = "GET /api/admin/reach";

const finding = (id: string, pages: number, blocks = true) => ({ id, name: id, reason: `About ${id}.`, blocks, pages });

const report: Reach = {
  kinds: [
    { kind: "home", pages: 1, indexable: 1 },
    { kind: "tool", pages: 5465, indexable: 1995 },
  ],
  findings: [finding("short", 3), finding("few", 0), finding("orphans", 0, false), finding("no-logo", 5465, false)],
  depths: [1, 71, 1297],
  inbound: { least: 2, median: 5, p99: 18, most: 26 },
};

it("counts pages, and links only what has some", async () => {
  openAdmin("/admin/reach", { [read]: report });
  const why = within(await screen.findByRole("region", { name: "Why pages aren't indexable" }));
  expect(why.getByRole("link", { name: "shortAbout short.3" })).toHaveAttribute("href", "/admin/reach?list=short");
  expect(why.queryByRole("link", { name: /few/ })).toBeNull();
  expect(why.getByText("1 check passes").closest("details")).toHaveTextContent("few");
  expect(within(screen.getByRole("region", { name: "Also worth a look" })).getAllByRole("link")).toHaveLength(1);
  expect(screen.getByRole("region", { name: "Indexable pages" })).toHaveTextContent("Tools1,995 of 5,465");
  expect(screen.getByRole("region", { name: "Steps from the home page" })).toHaveTextContent(
    "0117121,297Links to a tool from other indexable pages: at least 2, median 5, 99th percentile 18, at most 26.",
  );
});

it("shows the list in the URL, whose categories lead to the categories", async () => {
  const pages = [
    { kind: "tool", id: 1, name: "Alpha", slug: "alpha", note: "Much like Beta: 20% of the words differ." },
    { kind: "category", id: 2, name: "Video", slug: "video", note: "" },
    { kind: "alternatives", id: 1, name: "Alpha", slug: "alpha", note: "" },
  ];
  const replies = { [read]: report, "GET /api/admin/reach/pages?rule=short": { pages, next: 0 } };
  const { user } = openAdmin("/admin/reach?list=short", replies);
  const list = within(await screen.findByRole("region", { name: "short (3)" }));
  expect(await list.findByRole("button", { name: "Edit Alpha" })).toBeVisible();
  expect(list.getByText("Much like Beta: 20% of the words differ.")).toBeVisible();
  expect(list.getByRole("link", { name: "Video" })).toHaveAttribute("href", "/admin/categories");
  await user.click(list.getByRole("button", { name: "Alternatives to Alpha" }));
  expect(await screen.findByRole("dialog", { name: "Alternatives to Alpha" })).toBeVisible();
});

it("says that there are no tools, and why it could not be loaded", async () => {
  const open = (replies: Record<string, Reply>) => openAdmin("/admin/reach", replies);
  const reply = { ...report, kinds: report.kinds.slice(0, 1), findings: [], depths: [1] };
  await expectLoading(open, read, { failed: "The site is busy.", reply });
  expect(await screen.findByRole("heading", { name: "No tools yet" })).toBeVisible();
});

import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ListedRedirect, RedirectImport } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { expectLoading } from "../../testing/page";
import type { Reply } from "../../testing/server";

const read = "GET /api/admin/redirects";
const at = "2026-11-29T10:00:00Z";

const redirect = (id: number, part: Partial<ListedRedirect> = {}): ListedRedirect => ({
  id,
  from: `/tool/old-${id}`,
  status: 301,
  kind: "product",
  targetId: id,
  target: "",
  to: `/products/tool-${id}`,
  name: `Tool ${id}`,
  hits: 0,
  lastHit: "",
  createdAt: at,
  updatedAt: at,
  ...part,
});

const page = (...redirects: ListedRedirect[]) => ({ redirects, total: redirects.length, next: 0 });

const list = page(
  redirect(1, { from: "/b%C3%BCcher", hits: 1234, lastHit: "2026-11-28" }),
  redirect(2, { to: "" }),
  redirect(3, { status: 410, kind: "gone", to: "", name: "" }),
  redirect(4, { status: 302, kind: "path", to: "/tools", name: "/tools" }),
);

const open = (replies: Record<string, Reply> = {}) => openAdmin("/admin/redirects", { [read]: list, ...replies });

const button = (name: string | RegExp) => screen.findByRole("button", { name });

it("lists where old URLs lead, and how often they are requested", async () => {
  open();
  const rows = within(await screen.findByRole("list", { name: "Old URLs" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "/bücher→ Tool 1 (tool)301 · 1,234 hits, last on Nov 28, 2026EditDelete",
    "/tool/old-2Tool 2: visitors don't see it, so this is a 404301 · 0 hitsEditDelete",
    "/tool/old-3Gone410 · 0 hitsEditDelete",
    "/tool/old-4→ /tools302 · 0 hitsEditDelete",
  ]);
  expect(screen.getByText("4 old URLs")).toBeVisible();
});

it("searches, and says when nothing matches", async () => {
  const { user } = open({ [`${read}?search=pen`]: page() });
  await user.type(await screen.findByRole("searchbox", { name: "Search old URLs" }), "pen");
  expect(await screen.findByRole("heading", { name: "No old URLs match your search" })).toBeVisible();
  await user.click(await button("Clear search"));
  expect(await screen.findByRole("list", { name: "Old URLs" })).toBeVisible();
});

it("says when there are none", async () => {
  open({ [read]: page() });
  expect(await screen.findByRole("heading", { name: "No old URLs yet" })).toBeVisible();
});

it("shows that the list is on its way, or why not", async () => {
  await expectLoading((replies) => open(replies), read, { failed: "The site is busy.", reply: page() });
});

it("adds one, and changes one to gone", async () => {
  const { user, sent } = open({
    "POST /api/admin/redirects": redirect(5),
    "PUT /api/admin/redirects/1": redirect(1, { status: 410, kind: "gone", to: "" }),
  });
  await user.click(await button("Add old URL"));
  const form = within(await screen.findByRole("dialog", { name: "Add old URL" }));
  await user.type(form.getByRole("textbox", { name: /^Old URL/ }), "/?p=7");
  await user.click(form.getByRole("button", { name: "Add old URL" }));
  expect(await form.findByText("Please enter where it leads")).toBeVisible();
  await user.type(form.getByRole("textbox", { name: /^New URL/ }), "/products/pen");
  await user.click(form.getByRole("button", { name: "Add old URL" }));
  expect(await screen.findByText("Old URL added")).toBeVisible();
  expect(sent("POST /api/admin/redirects")).toEqual([{ from: "/?p=7", to: "/products/pen", status: 301 }]);

  await user.click(await button("Edit /bücher"));
  const edit = within(await screen.findByRole("dialog", { name: "Edit old URL" }));
  await user.selectOptions(edit.getByRole("combobox", { name: "Answer" }), "410");
  expect(edit.queryByRole("textbox", { name: /^New URL/ })).toBeNull();
  await user.click(edit.getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText("Old URL saved")).toBeVisible();
  expect(sent("PUT /api/admin/redirects/1")).toEqual([{ from: "/b%C3%BCcher", to: "", status: 410 }]);
});

it("deletes one, and undoes it", async () => {
  const { user, sent } = open({
    "DELETE /api/admin/redirects/3": { version: 9 },
    "POST /api/undo": { restored: 1 },
  });
  await user.click(await button("Delete /tool/old-3"));
  await user.click(await button("Undo"));
  expect(await screen.findByText("1 old URL as before")).toBeVisible();
  expect(sent("POST /api/undo")).toEqual([{ version: 9 }]);
});

it("says what an import would do, imports, and undoes it", async () => {
  const found: RedirectImport = {
    version: 0,
    rows: 424,
    matched: 412,
    added: 400,
    changed: 12,
    gone: 0,
    unmatched: 12,
    refused: 1,
    listed: [
      { line: 3, from: "/news", message: "" },
      { line: 4, from: "/x", message: "It leads to another site." },
    ],
  };
  const { user, sent, server } = open({
    "POST /api/admin/redirects/import": { ...found, version: 7 },
    "POST /api/undo": { restored: 412 },
  });
  await user.click(await button("Import…"));
  const dialog = within(await screen.findByRole("dialog", { name: "Import old URLs" }));
  await user.click(dialog.getByRole("button", { name: "Check the file" }));
  expect(await dialog.findByText("Please choose a file")).toBeVisible();
  await user.upload(dialog.getByLabelText("Choose a file with old URLs"), new File(["/a,/b"], "old.csv"));
  await user.click(dialog.getByRole("button", { name: "Check the file" }));
  expect(await dialog.findByText("412 match, 12 don't; 1 line can't be used. 400 new, 12 changed.")).toBeVisible();
  const left = within(dialog.getByRole("list", { name: "Old URLs that don't match or can't be used" }));
  expect(left.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Line 3: /news ",
    "Line 4: /x It leads to another site.",
    "… and 11 more",
  ]);
  await user.click(dialog.getByRole("button", { name: "Import 412 old URLs" }));
  expect(await screen.findByText("412 old URLs imported")).toBeVisible();
  await user.click(await button("Undo"));
  expect(sent("POST /api/undo")).toEqual([{ version: 7 }]);
  expect(server.changes()).toHaveLength(3);
});

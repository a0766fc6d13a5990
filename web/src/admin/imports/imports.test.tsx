import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ProductImport } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { meOf, type Reply, refusal } from "../../testing/server";

const call = "POST /api/admin/import";
const images = "GET /api/admin/import-images";

const column = (name: string, field: string) => ({ name, field, samples: ["a", "b"] });

const found: ProductImport = {
  format: "csv",
  encoding: "Windows-1252",
  separator: ";",
  columns: [column("Titel", "name"), column("Seite", "website"), column("Rest", "")],
  fields: ["name", "website", "categories", "description"],
  problem: "",
  questions: [],
  isReady: true,
  rows: 3,
  refused: 1,
  problems: [{ line: 4, name: "Lamp", reasons: ["website: Please enter a website URL", "name: no"] }],
  created: 2,
  updated: 1,
  unchanged: 0,
  version: 0,
  images: 5,
  differences: [
    { id: "torch", name: "Torch", change: "added", fields: [] },
    { id: "7", name: "Pen", change: "changed", fields: [{ field: "promoText", before: "", after: "New" }] },
  ],
  changed: [{ text: "promoText", count: 1 }],
  notes: ['Prices read: "gratis" as Free 2'],
  notTaken: [],
};

const done: ProductImport = { ...found, version: 9, differences: [] };

const none = { pending: 0, failed: 0, listed: [] };

const events = (answer: ProductImport) =>
  new Response(
    `event: progress\ndata: {"isComparing":false,"done":1,"total":3}\n\nevent: done\ndata: ${JSON.stringify(answer)}\n\n`,
    { headers: { "Content-Type": "text/event-stream" } },
  );

const open = (replies: Record<string, Reply> = {}) =>
  openAdmin("/admin/import", { [images]: none, [call]: found, ...replies });

const file = new File(["a;b"], "liste.csv");

const choose = async (user: ReturnType<typeof open>["user"], chosen = file) =>
  user.upload(await screen.findByLabelText("Choose a file to import"), chosen);

const button = (name: string | RegExp) => screen.findByRole("button", { name });

const queryOf = (call: string) => new URLSearchParams(call.slice(call.indexOf("?")));

beforeEach(() => localStorage.removeItem("import-columns"));

it("says what an import would do, imports with progress, and undoes it", async () => {
  const { user, server, sent } = open({ "POST /api/undo": { restored: 3 } });
  await choose(user);
  expect(await screen.findByText("CSV · Windows-1252 · separated by semicolons · 4 rows")).toBeVisible();
  expect(screen.getByRole("heading", { name: "2 new, 1 changed, 0 unchanged" })).toBeVisible();
  expect(screen.getByText('Prices read: "gratis" as Free 2')).toBeVisible();
  expect(screen.getByText("Changes in tools that are listed: promo text (1)")).toBeVisible();
  expect(screen.getByRole("list", { name: "Rows that can't be used" })).toHaveTextContent(
    "Line 4 (Lamp): website: Please enter a website URL; name: no",
  );
  const changes = screen.getByRole("list", { name: "Tools that would change" });
  expect(changes).toHaveTextContent(/Torch new.*Pen.*promo text.*New.*… and 1 more/);
  const go = await button("Import 3 tools");
  expect(go).toBeDisabled();
  await user.click(screen.getByRole("checkbox", { name: "Skip 1 row that can't be used" }));
  server.replies[call] = events(done);
  await user.click(go);
  expect(await screen.findByText("3 tools imported")).toBeVisible();
  const query = queryOf(server.changes().at(-1)?.call ?? "");
  expect(Object.fromEntries(query)).toEqual({
    name: "liste.csv",
    skipBad: "true",
    fetchImages: "true",
    dryRun: "false",
  });
  await user.click(await button("Undo import"));
  expect(await screen.findByText("Import undone")).toBeVisible();
  expect(sent("POST /api/undo")).toEqual([{ version: 9 }]);
});

it("maps columns by hand, and remembers them by their headings", async () => {
  const missing = { ...found, isReady: false, problem: "Missing: categories.", rows: 0, refused: 0, images: 0 };
  const { user, server, unmount } = open({ [call]: missing });
  await choose(user);
  expect(await screen.findByRole("alert")).toHaveTextContent("Missing: categories.");
  await user.selectOptions(screen.getByRole("combobox", { name: "Read Rest as" }), "Categories");
  await user.selectOptions(screen.getByRole("combobox", { name: "Read Titel as" }), "Website");
  expect(screen.getByRole("combobox", { name: "Read Seite as" })).toHaveDisplayValue("Leave out");
  server.replies[call] = found;
  await user.click(await button("Check again"));
  expect(await button("Import 3 tools")).toBeVisible();
  const chosen = { Rest: "categories", Titel: "website", Seite: "" };
  expect(JSON.parse(queryOf(server.changes().at(-1)?.call ?? "").get("columns") ?? "")).toEqual(chosen);

  unmount();
  const again = open();
  await choose(again.user);
  expect(await button("Import 3 tools")).toBeVisible();
  expect(again.server.changes()).toHaveLength(2);
  expect(JSON.parse(queryOf(again.server.changes()[1]?.call ?? "").get("columns") ?? "")).toEqual(chosen);
});

it("takes a dropped file, and refuses one that is too large or can't be read", async () => {
  const { server } = open({ [call]: refusal(503, "The site is busy.") });
  const zone = await screen.findByRole("region", { name: "File" });
  const large = new File(["a"], "a.csv");
  Object.defineProperty(large, "size", { value: 101 * 1024 * 1024 });
  fireEvent.drop(zone, { dataTransfer: { files: [large] } });
  expect(await screen.findByRole("alert")).toHaveTextContent("This file is larger than 100 MB.");
  expect(server.changes()).toEqual([]);
  fireEvent.drop(zone, { dataTransfer: { files: [file] } });
  expect(await screen.findByText("The site is busy.")).toBeVisible();
  server.replies[call] = found;
  fireEvent.click(await button("Try again"));
  expect(await button("Import 3 tools")).toBeVisible();
});

it("shows that an import is running, and can be canceled", async () => {
  const { user, server } = open();
  await choose(user);
  await user.click(await screen.findByRole("checkbox", { name: "Skip 1 row that can't be used" }));
  server.replies[call] = () => new Promise(() => undefined);
  await user.click(await button("Import 3 tools"));
  expect(await screen.findByText(/Keep this page open/)).toBeVisible();
  expect(await button("Cancel")).toBeVisible();
});

it("shows how many images are left, and tries again or forgets those that failed", async () => {
  const listed = [{ product: 7, name: "Pen", url: "https://old.example/a.png", reason: "It is larger than 10 MB." }];
  const { user } = open({
    [images]: { pending: 4, failed: 1, listed },
    "POST /api/admin/import-images/retry": { pending: 5, failed: 0, listed: [] },
    "DELETE /api/admin/import-images": none,
  });
  const panel = within(await screen.findByRole("region", { name: "Images" }));
  expect(panel.getByRole("status")).toHaveTextContent("4 images of imported tools still to be saved. 1 image couldn't");
  expect(panel.getByRole("listitem")).toHaveTextContent("Pen: https://old.example/a.png It is larger than 10 MB.");
  await user.click(panel.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("5 images of imported tools still to be saved.")).toBeVisible();
  await user.click(panel.getByRole("button", { name: "Stop" }));
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: "Images" })).toBeNull());
});

it("offers a viewer no import", async () => {
  open({ "GET /api/auth/me": meOf("viewer") });
  expect(await screen.findByText("Your role can't import files.")).toBeVisible();
  expect(screen.queryByLabelText("Choose a file to import")).toBeNull();
});

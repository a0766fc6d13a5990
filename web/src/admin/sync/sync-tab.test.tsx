import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { deferred, present } from "../../testing/page";
import { refusal } from "../../testing/server";
import { open, press, syncRun, syncState, toastOf } from "../../testing/site-management";

describe("the sync", () => {
  it("is the last tab of site management", async () => {
    const { user } = open("");
    const tab = await screen.findByRole("tab", { name: "Database Sync" });
    expect(tab.nextElementSibling).toBeNull();
    await user.click(tab);
    expect(present()).toBe("/admin/site-management?tab=sync");
    expect(screen.getByRole("button", { name: "Sync Now" })).toBeVisible();
  });

  it("shows its progress, then that it is done, when, and what it changed", async () => {
    const answer = deferred<unknown>();
    let state = syncState({ progress: { phase: "writing", done: 1250, total: 5465 } });
    const { user, sent } = open("?tab=sync", {
      "POST /api/sync/manual": () => answer.promise,
      "GET /api/sync": () => state,
    });
    expect(await screen.findByText("Last sync: Never")).toBeVisible();
    await press(user, "Sync Now");
    expect(await screen.findByRole("button", { name: "Syncing..." })).toBeDisabled();
    expect(screen.getByText("Writing: 1,250 of 5,465")).toBeVisible();
    expect(screen.getByRole("progressbar", { name: "Sync" })).toHaveAttribute("value", "1250");
    expect(sent("POST /api/sync/manual")).toEqual([undefined]);
    state = syncState({ runs: [syncRun(2, { endedAt: "0001-01-01T00:00:00Z" }), syncRun(1)] });
    answer.settle({ ...syncRun(1), leftOut: ["products.price"] });
    expect((await toastOf("Success"))?.textContent).toContain("Database sync completed successfully");
    expect(await screen.findByText("3 added, 1 changed")).toBeVisible();
    expect(screen.getByText(/^Production runs a newer version\..*left them out: products\.price\./)).toBeVisible();
    expect(screen.queryByText("Last sync: Never")).toBeNull();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("shows the contract's message when it fails, and the reason next to the button", async () => {
    const reason = "The production site can't be read.";
    const { user } = open("?tab=sync", {
      "POST /api/sync/manual": refusal(502, `Failed to sync database. Please try again. ${reason}`),
    });
    await user.click(await screen.findByRole("button", { name: "Sync Now" }));
    expect(await toastOf("Error")).toHaveTextContent("Failed to sync database. Please try again.");
    expect(screen.getByText(reason)).toBeVisible();
    expect(screen.getByText("Last sync: Never")).toBeVisible();
    expect(screen.getByRole("button", { name: "Sync Now" })).toBeEnabled();
  });

  it("previews its changes, before and after side by side", async () => {
    const kind = (name: string, overrides: object = {}) => ({
      ...{ kind: name, total: 0, added: 0, changed: 0, removed: 0, rows: [] },
      ...overrides,
    });
    const rows = [
      {
        id: "1",
        name: "Runway",
        change: "changed",
        fields: [
          { field: "promoText", before: "", after: "Half price" },
          { field: "hasDeal", before: "false", after: "true" },
          { field: "categories", before: '["Video"]', after: '["Video","Film"]' },
          { field: "name", before: "[not", after: "[a list]" },
        ],
      },
      { id: "2", name: "<b>Gone</b>", change: "removed", fields: [] },
    ];
    const kinds = [
      kind("categories"),
      kind("products", { total: 1300, changed: 1, removed: 1, rows }),
      kind("images", { total: 900, added: 700, rows: [{ id: "a.jpg", name: "a.jpg", change: "added", fields: [] }] }),
    ];
    const { user } = open("?tab=sync", { "POST /api/sync/preview": { kinds, leftOut: ["badges", "products.price"] } });
    await user.click(await screen.findByRole("button", { name: "Preview" }));
    expect(await screen.findByText(/left them out: badges, products\.price\./)).toBeVisible();
    const shown = within(await screen.findByRole("region", { name: "What a sync would change" }));
    expect(shown.getByText("1 changed, 1 removed")).toBeVisible();
    expect(shown.getByText("1,300 products afterwards")).toBeVisible();
    expect(shown.getByText("promo text")).toBeVisible();
    for (const text of ["Half price", "Yes", "Film"]) expect(shown.getByText(text, { exact: false })).toBeVisible();
    expect(shown.getByText("<b>Gone</b>")).toBeVisible();
    expect(shown.getByText("And 699 more.")).toBeInTheDocument();
    expect(shown.queryByText("categories", { selector: "summary span" })).toBeNull();
  });

  it("shows when there is nothing to change", async () => {
    const { user } = open("?tab=sync", { "POST /api/sync/preview": { kinds: [] } });
    await user.click(await screen.findByRole("button", { name: "Preview" }));
    expect(await screen.findByText(/^Nothing: this site already matches/)).toBeVisible();
  });

  it("shows which settings this site has", async () => {
    open("?tab=sync", { "GET /api/sync": syncState({ configured: false, unready: "No source is configured." }) });
    expect(await screen.findByText("No source is configured.")).toBeVisible();
    expect(screen.getAllByText("Set here")).toHaveLength(1);
    expect(screen.getByText(`VITRINE_WEBHOOK_URL=${location.origin}/api/sync/webhook`)).toBeVisible();
  });

  it("leaves export and import to the command line", async () => {
    const { user } = open("?tab=sync");
    await screen.findByText("This site is ready to sync.");
    for (const [name, command] of Object.entries({ "Export Data": "export", "Import Data": "import" })) {
      await press(user, name);
      const toast = await toastOf(`Please use the command-line tools: vitrine ${command} site.zip --data /srv/vitrine`);
      expect(toast).toHaveTextContent(name);
    }
  });

  it("shows the URL that production calls", async () => {
    const { user } = open("?tab=sync");
    const address = `${location.origin}/api/sync/webhook`;
    expect(await screen.findByText(address)).toBeVisible();
    await press(user, "Copy webhook address");
    expect(await navigator.clipboard.readText()).toBe(address);
  });

  it("shows an error if the browser does not allow copying", async () => {
    const { user } = open("?tab=sync");
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
    await user.click(await screen.findByRole("button", { name: "Copy webhook address" }));
    expect(await toastOf("Not copied")).toHaveAttribute("data-tone", "destructive");
  });
});

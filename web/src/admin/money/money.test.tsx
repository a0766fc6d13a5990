import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type {
  AffiliateLink,
  AffiliateReport,
  AffiliateReportRow,
  BookingWithNumbers,
  EarningsRead,
} from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { expectLoading } from "../../testing/page";
import { sampleCategories, sampleProducts } from "../../testing/samples";
import { type Reply, refusal } from "../../testing/server";
import { pickTool } from "../../testing/user";
import { nameOf, reportAsCsv } from "./earnings";
import { statesOf } from "./links";

const never = "0001-01-01T00:00:00Z";

const link = (id: number, productId: number, more: Partial<AffiliateLink> = {}): AffiliateLink => ({
  id,
  productId,
  network: "Impact",
  programme: "Pens",
  url: `https://net.example/${id}`,
  subId: "",
  active: true,
  from: never,
  to: never,
  note: "",
  createdAt: "2026-01-02T03:04:05Z",
  updatedAt: "2026-01-02T03:04:05Z",
  ...more,
});

const row = (key: string, more: Partial<AffiliateReportRow> = {}): AffiliateReportRow => ({
  key,
  name: `Tool ${key}`,
  slug: `tool-${key}`,
  clicks: 200,
  uniqueClicks: 150,
  visits: 170,
  earnings: [{ currency: "USD", amount: 1234.5 }],
  perHundred: [{ currency: "USD", amount: 617.25 }],
  ...more,
});

const report: AffiliateReport = {
  total: row("", { name: "", slug: "" }),
  rows: [row("1"), row("", { name: "", slug: "", clicks: 0, earnings: [], perHundred: [] })],
  idle: [link(7, 3)],
  linkless: [{ id: 4, slug: "tool-4", name: "Tool 4", clicks: 1200 }],
};

const found: EarningsRead = {
  headings: ["Day", "Payout", "Ref"],
  columns: { date: "Day", amount: "Payout", currency: "", programme: "", subId: "Ref", id: "", status: "" },
  rows: 4,
  skipped: 1,
  added: 2,
  changed: 1,
  bySubId: 2,
  byProgramme: 0,
  unknown: 1,
  amounts: [{ currency: "USD", amount: 12.5 }],
  mistakes: [],
};

const open = (address: string, replies: Record<string, Reply> = {}) =>
  openAdmin(address, {
    "GET /api/admin/product-rows": sampleProducts(1, 6),
    "GET /api/affiliate-report": report,
    "GET /api/affiliate-earnings": [],
    "GET /api/affiliate-moves": { looksLike: 0, pending: 0, total: 0, moves: [] },
    "GET /api/affiliate-links": [link(1, 1), link(2, 1), link(3, 2, { active: false })],
    ...replies,
  });

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const dialog = async () => within(await screen.findByRole("dialog"));

describe("earnings", () => {
  it("shows figures and rows, by what is chosen", async () => {
    const { user, server } = open("/admin/money");
    const table = await screen.findByRole("table");
    expect(within(table).getByRole("link", { name: "Tool 1" })).toHaveAttribute("href", "/products/tool-1");
    expect(within(table).getByRole("row", { name: /^Tool 1/ })).toHaveTextContent("Tool 1170150200$1,234.50$617.25");
    expect(within(table).getByRole("row", { name: /^Not known/ })).toHaveTextContent("–");
    await user.selectOptions(screen.getByRole("combobox", { name: "Group" }), "By place");
    await user.selectOptions(screen.getByRole("combobox", { name: "Time" }), "90 days");
    await waitFor(() =>
      expect(server.calls.map(({ call }) => call)).toContain("GET /api/affiliate-report?by=placement&days=90"),
    );
  });

  it("leads from a tool that is clicked a lot to its first link", async () => {
    const { user, sent } = open("/admin/money", { "POST /api/products/4/affiliate-links": link(9, 4) });
    await user.click(await button("Add an affiliate link to Tool 4"));
    const form = await dialog();
    expect(form.getByText("Visit on Tool 4 leads here while it is in use.")).toBeVisible();
    await user.click(form.getByRole("button", { name: "Add link" }));
    expect(form.getByText("Please enter the network")).toBeVisible();
    expect(form.getByRole("combobox", { name: "Network" })).toHaveFocus();
    await user.type(form.getByRole("combobox", { name: "Network" }), "Awin");
    await user.type(form.getByRole("textbox", { name: "Link" }), "https://net.example/9");
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    onTestFinished(() => scrolled.mockRestore());
    await user.click(form.getByText("Dates and note"));
    await waitFor(() => expect(scrolled.mock.contexts).toEqual([form.getByRole("group")]));
    await user.type(form.getByLabelText("Until"), "2027-01-01T10:00");
    await user.click(form.getByRole("button", { name: "Add link" }));
    expect(await screen.findByText("Affiliate link added")).toBeVisible();
    expect(sent("POST /api/products/4/affiliate-links")).toEqual([
      {
        ...{ network: "Awin", programme: "", url: "https://net.example/9", subId: "", active: true, note: "" },
        ...{ from: never, to: new Date("2027-01-01T10:00").toISOString() },
      },
    ]);
  });

  it("says what a report would add, before it imports it", async () => {
    const call = "POST /api/affiliate-earnings";
    const { user, server } = open("/admin/money", { [call]: found });
    await user.click(await button("Import earnings"));
    const form = await dialog();
    await user.type(form.getByRole("combobox", { name: "Network" }), "Impact");
    await user.upload(
      form.getByLabelText("Choose a CSV file"),
      new File(["Day,Payout"], "a.csv", { type: "text/csv" }),
    );
    await user.click(form.getByRole("button", { name: "Check the report" }));
    expect(
      await form.findByText(
        /^2 new, 1 changed, 1 known or worth nothing, 1 without a date or an amount. This adds \$12.50: 2 matched by sub-ID, 1 without a tool.$/,
      ),
    ).toBeVisible();
    expect(form.getByRole("combobox", { name: "Sub-ID" })).toHaveValue("Ref");
    await user.click(form.getByRole("button", { name: "Import 3 earnings" }));
    expect(await screen.findByText("3 earnings imported")).toBeVisible();
    const calls = server.changes().map(({ call }) => new URLSearchParams(call.slice(call.indexOf("?"))));
    expect(calls.map((query) => query.get("dryRun"))).toEqual(["true", "false"]);
    expect(calls[0]?.get("network")).toBe("Impact");
  });

  it("asks for the columns that it can't find, and names the lines that can't be read", async () => {
    const call = "POST /api/affiliate-earnings";
    const none = { ...found.columns, date: "", amount: "" };
    const { user, server } = open("/admin/money", { [call]: { ...found, columns: none, added: 0, changed: 0 } });
    await user.click(await button("Import earnings"));
    const form = await dialog();
    await user.click(form.getByRole("button", { name: "Check the report" }));
    expect(form.getByText("Please choose a CSV file")).toBeVisible();
    await user.type(form.getByRole("combobox", { name: "Network" }), "Mine");
    await user.upload(form.getByLabelText("Choose a CSV file"), new File(["x"], "a.csv", { type: "text/csv" }));
    await user.click(form.getByRole("button", { name: "Check the report" }));
    expect(await form.findByText(/^Choose the columns of the date and the amount/)).toBeVisible();
    expect(form.getByRole("button", { name: /^Import/ })).toBeDisabled();
    await user.selectOptions(form.getByRole("combobox", { name: "Date" }), "Day");
    server.replies[call] = { ...found, mistakes: [{ line: 3, message: "“x” is not a date" }] };
    await user.click(form.getByRole("button", { name: "Check the report" }));
    expect(await form.findByText("Line 3: “x” is not a date")).toBeVisible();
    expect(server.changes().at(-1)?.call).toContain("dateColumn=Day");
    server.replies[call] = refusal(413, "This request is too large.");
    await user.type(form.getByRole("textbox", { name: "Currency" }), "{Backspace}");
    await user.click(form.getByRole("button", { name: "Check the report" }));
    expect(await screen.findByText("It is larger than 50 MB.")).toBeVisible();
  });

  it("can be loaded again after a failure", async () => {
    const openPage = (replies: Record<string, Reply>) => open("/admin/money", replies);
    await expectLoading(openPage, "GET /api/affiliate-report", {
      failed: "The site is busy.",
      reply: { ...report, rows: [] },
    });
    expect(await screen.findByRole("heading", { name: "No clicks or earnings yet" })).toBeVisible();
  });
});

describe("the list of links", () => {
  it("is searched, and many of them are changed at once", async () => {
    const { user, sent } = open("/admin/money?tab=links", { "POST /api/affiliate-links/bulk": { count: 2 } });
    expect(await screen.findByText("3 links")).toBeVisible();
    const list = screen.getByRole("list", { name: "Affiliate links" });
    expect(within(list).getByText("Next in line")).toBeVisible();
    await user.type(screen.getByRole("searchbox", { name: "Search affiliate links" }), "tool 1");
    expect(await screen.findByText("2 links")).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: "Select all 2 links" }));
    await user.click(await button("Turn off"));
    expect(await screen.findByText("2 links changed")).toBeVisible();
    expect(sent("POST /api/affiliate-links/bulk")).toEqual([{ ids: [1, 2], change: { active: false } }]);
    await user.click(await button("Delete"));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("2 affiliate links deleted")).toBeVisible();
    expect(sent("POST /api/affiliate-links/bulk").at(-1)).toEqual({ ids: [1, 2], delete: true });
  });

  it("asks for the tool of a new link", async () => {
    const { user, sent } = open("/admin/money?tab=links", {
      "GET /api/affiliate-links": [],
      "POST /api/products/2/affiliate-links": link(9, 2),
    });
    expect(await screen.findByRole("heading", { name: "No affiliate links yet" })).toBeVisible();
    await user.click(await button("Add affiliate link"));
    const form = await dialog();
    await user.type(form.getByRole("combobox", { name: "Network" }), "Awin");
    await user.type(form.getByRole("textbox", { name: "Link" }), "https://net.example/9");
    await user.click(form.getByRole("button", { name: "Add link" }));
    expect(form.getByText("Please choose a tool")).toBeVisible();
    await pickTool(user, form.getByRole("combobox", { name: "Tool" }), "Tool 2");
    expect(await form.findByText("Chosen: Tool 2")).toBeVisible();
    await user.click(form.getByRole("button", { name: "Add link" }));
    await waitFor(() => expect(sent("POST /api/products/2/affiliate-links")).toHaveLength(1));
  });

  it("shows at its field what the server refuses", async () => {
    const fields = [{ field: "url", message: "Please enter the URL of a public website" }];
    const { user } = open("/admin/money?tab=links", {
      "PATCH /api/affiliate-links/1": refusal(422, "Please check the fields.", { fields }),
    });
    const [edit] = await screen.findAllByRole("button", { name: "Edit the link of Tool 1 to net.example" });
    await user.click(edit as HTMLElement);
    const form = await dialog();
    await user.type(form.getByRole("textbox", { name: "Link" }), "x");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText("Please enter the URL of a public website")).toBeVisible();
    expect(form.getByRole("textbox", { name: "Link" })).toHaveFocus();
  });
});

describe("websites that are affiliate links", () => {
  const none = { looksLike: 2, pending: 0, total: 0, moves: [] };
  const moves = [
    {
      product: 1,
      website: "https://a.sjv.io/1",
      network: "Impact",
      state: "found",
      own: "https://a.example/",
      reason: "",
    },
    { product: 2, website: "https://b.sjv.io/1", network: "Impact", state: "none", own: "", reason: "It ends." },
  ];

  it("are followed, and moved beside the tools' own addresses with an undo", async () => {
    const { user, server, sent } = open("/admin/money?tab=links", {
      "GET /api/affiliate-moves": none,
      "POST /api/affiliate-moves/start": none,
      "POST /api/affiliate-moves/accept": { version: 7, count: 1, skipped: [{ product: 2, reason: "No." }] },
      "POST /api/undo": { restored: 2 },
      "POST /api/affiliate-moves/dismiss": "",
    });
    expect(await screen.findByText(/^2 websites look like affiliate links/)).toBeVisible();
    server.replies["GET /api/affiliate-moves"] = { looksLike: 2, pending: 0, total: 2, moves };
    await user.click(await button("Find their own addresses"));
    const grid = await dialog();
    expect(await grid.findByText("→ https://a.example/")).toBeVisible();
    expect(grid.getByText("It ends.")).toBeVisible();
    expect(grid.getByRole("button", { name: "Accept" })).toBeDisabled();
    await user.click(grid.getByRole("checkbox", { name: "Select all 2 tools" }));
    await user.click(grid.getByRole("button", { name: "Accept" }));
    expect(await screen.findByText("1 website moved")).toBeVisible();
    expect(screen.getByText("1 tool not: No.")).toBeVisible();
    expect(sent("POST /api/affiliate-moves/accept")).toEqual([{ ids: [1] }]);
    await user.click(await button("Undo"));
    expect(await screen.findByText("Undone")).toBeVisible();
    expect(sent("POST /api/undo")).toEqual([{ version: 7 }]);
    await user.click(grid.getByRole("button", { name: "Dismiss" }));
    expect(await screen.findByText("2 proposals dismissed")).toBeVisible();
    expect(sent("POST /api/affiliate-moves/dismiss")).toEqual([{ ids: [1, 2], dismissed: true }]);
  });

  it("say how far they are followed", async () => {
    const { user } = open("/admin/money?tab=links", {
      "GET /api/affiliate-moves": { looksLike: 3, pending: 2, total: 3, moves: [] },
    });
    await user.click(await button("Find their own addresses"));
    expect(await (await dialog()).findByText("Following links: 1 of 3")).toBeVisible();
  });
});

describe("the links of a product, in its form", () => {
  it("are saved apart from the form", async () => {
    const product = { ...sampleProducts(1, 1)[0], id: 1, name: "Tool 1" };
    const { user, server } = open("/admin", {
      "GET /api/admin/products/1": product,
      "GET /api/products/1/affiliate-links": [link(1, 1)],
      "POST /api/affiliate-links/bulk": { count: 1 },
      "POST /api/products/1/affiliate-links": link(2, 1),
    });
    await user.click(await button("Edit Tool 1"));
    const links = await screen.findByRole("list", { name: "Affiliate links of Tool 1" });
    await user.click(within(links).getByRole("button", { name: "More actions for the link to net.example" }));
    await user.click(within(links).getByRole("button", { name: "Delete" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Affiliate link deleted")).toBeVisible();
    await user.click(await button("Add affiliate link"));
    const form = within(await screen.findByRole("dialog", { name: "Add affiliate link" }));
    await user.type(form.getByRole("combobox", { name: "Network" }), "Awin");
    await user.type(form.getByRole("textbox", { name: "Link" }), "https://net.example/9");
    await user.click(form.getByRole("button", { name: "Add link" }));
    expect(await screen.findByText("Affiliate link added")).toBeVisible();
    expect(server.changes().map(({ call }) => call)).toEqual([
      "POST /api/affiliate-links/bulk",
      "POST /api/products/1/affiliate-links",
    ]);
  });
});

it("tells which of a product's links is in use", () => {
  const at = Date.parse("2026-06-01T00:00:00Z");
  const states = statesOf(
    [
      link(1, 1, { to: "2026-06-01T00:00:00Z" }),
      link(2, 1, { from: "2026-06-01T00:00:01Z" }),
      link(3, 1, { active: false }),
      link(4, 1),
      link(5, 1),
      link(6, 2),
      { ...link(7, 3), failing: "pen.example doesn't exist." },
      link(8, 3),
    ],
    at,
  );
  expect([...states.values()]).toEqual(["ended", "later", "off", "inUse", "next", "inUse", "failing", "inUse"]);
});

it("writes names that a spreadsheet takes for a formula as text", () => {
  expect(
    reportAsCsv([row("1", { name: '=HYPERLINK("x")', earnings: [{ currency: "USD", amount: -1234.5 }] })], "tool"),
  ).toBe('Tool,In Traffic,Unique clicks,Clicks,Earnings,Currency\r\n"\'=HYPERLINK(""x"")",170,150,200,-1234.5,USD\r\n');
});

it("names places and what isn't known", () => {
  expect(nameOf({ key: "issue-12", name: "issue-12" }, "placement")).toBe("Newsletter issue 12");
  expect(nameOf({ key: "mcp", name: "mcp" }, "placement")).toBe("Assistants (MCP)");
  expect(nameOf({ key: "", name: "" }, "placement")).toBe("Not known");
  expect(nameOf({ key: "9", name: "" }, "tool")).toBe("No longer listed");
});

describe("bookings", () => {
  const booking: BookingWithNumbers = {
    ...{ key: "k".repeat(26), views: 1234, clicks: 1 },
    ...{ id: 5, productId: 2, place: "category", categoryId: 2, note: "" },
    ...{ from: "2020-01-02T00:00:00Z", to: "2099-01-02T00:00:00Z" },
    ...{ createdAt: "2020-01-01T00:00:00Z", updatedAt: "2020-01-01T00:00:00Z" },
  };
  const categories = { "GET /api/categories": sampleCategories };

  it("are listed by place and time, and deleted after a question", async () => {
    const ended = { ...booking, id: 6, place: "home" as const, categoryId: 0, to: "2020-02-02T00:00:00Z" };
    const { user, sent } = open("/admin/money?tab=bookings", {
      "GET /api/bookings": [booking, ended],
      "DELETE /api/bookings/5": () => new Response(null, { status: 204 }),
      ...categories,
    });
    const [first, last] = within(await screen.findByRole("list", { name: "Bookings" })).getAllByRole("listitem");
    expect(first).toHaveTextContent(/Above .*Jan 2, 2020 – Jan 2, 20991,234 views · 1 clickRunning$/);
    expect(last).toHaveTextContent(/Home page.*Ended/);
    const [more] = await screen.findAllByRole("button", { name: "More actions for the booking of Tool 2" });
    await user.click(more as HTMLElement);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(sent("DELETE /api/bookings/5")).toHaveLength(1));
  });

  it("say what is missing, and are sent with their times", async () => {
    const { user, sent } = open("/admin/money?tab=bookings", {
      "GET /api/bookings": [],
      "POST /api/bookings": booking,
      ...categories,
    });
    await user.click(await button("Add booking"));
    const form = await dialog();
    await user.selectOptions(form.getByRole("combobox", { name: "Place" }), "category");
    await user.click(form.getByRole("button", { name: "Add booking" }));
    for (const missing of ["a tool", "a category", "when it begins", "when it ends"])
      expect(form.getByText(`Please choose ${missing}`)).toBeVisible();
    await pickTool(user, form.getByRole("combobox", { name: "Tool" }), "Tool 2");
    await user.selectOptions(form.getByRole("combobox", { name: "Category" }), "2");
    fireEvent.input(form.getByLabelText("From"), { target: { value: "2026-12-01T00:00" } });
    fireEvent.input(form.getByLabelText("Until"), { target: { value: "2026-12-24T00:00" } });
    await user.click(form.getByRole("button", { name: "Add booking" }));
    await waitFor(() => expect(sent("POST /api/bookings")).toHaveLength(1));
    const [from, to] = ["2026-12-01T00:00", "2026-12-24T00:00"].map((at) => new Date(at).toISOString());
    expect(sent("POST /api/bookings")[0]).toEqual({
      productId: 2,
      place: "category",
      categoryId: 2,
      from,
      to,
      note: "",
    });
  });
});

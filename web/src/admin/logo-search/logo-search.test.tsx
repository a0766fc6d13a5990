import { QueryClient } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { LogoProposal, LogoRun } from "../../api/schema.gen";
import { pageToasts } from "../../kit/toast";
import { openAdmin } from "../../testing/admin-page";
import { expectLoading } from "../../testing/page";
import { done, type Reply, refusal } from "../../testing/server";
import { proposeLogo, statusOf } from "./search-panel";

const search = "GET /api/admin/logo-search";
const found = "GET /api/admin/logo-proposals?state=proposed";

const run = (part: Partial<LogoRun>): LogoRun => ({
  status: "idle",
  startedBy: "ann",
  startedAt: "2026-11-25T10:00:00Z",
  endedAt: "2026-11-25T10:20:00Z",
  missing: 3,
  pending: 0,
  proposed: 2,
  none: 1,
  dismissed: 0,
  acceptOwn: false,
  ...part,
});

const proposal = (product: number, name: string, part: Partial<LogoProposal> = {}): LogoProposal => ({
  product,
  name,
  slug: name.toLowerCase(),
  website: `https://www.${name.toLowerCase()}.example/`,
  state: "proposed",
  image: `/uploads/${"a".repeat(64)}.jpg`,
  logoColor: "#aabbcc",
  source: `https://cdn.example/${product}.png`,
  reason: "",
  updatedAt: "2026-11-25T10:00:00Z",
  ...part,
});

const page = (...proposals: LogoProposal[]) => ({ proposals, next: 0 });

const open = (replies: Record<string, Reply>) => openAdmin("/admin/logos", { [search]: run({}), ...replies });

it("shows what was found with its source, and accepts one, all, and undoes it", async () => {
  const { server, user } = open({
    [found]: page(proposal(1, "Alpha"), proposal(2, "Beta")),
    "POST /api/admin/logo-proposals/accept": { version: 7, changed: 2 },
    "POST /api/undo": { restored: 2 },
  });
  const list = within(await screen.findByRole("list", { name: "Found" }));
  expect(list.getByRole("link", { name: "alpha.example" })).toHaveAttribute("href", "https://www.alpha.example/");
  expect(list.getByText("cdn.example/2.png")).toBeVisible();
  await user.click(list.getByRole("button", { name: "Accept the logo of Beta" }));
  await user.click(await screen.findByRole("button", { name: "Accept all 2" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("2 tools restored");
  expect(server.changes()).toEqual([
    { call: "POST /api/admin/logo-proposals/accept", body: { ids: [2] } },
    { call: "POST /api/admin/logo-proposals/accept", body: { all: true } },
    { call: "POST /api/undo", body: { version: 7 } },
  ]);
});

it("dismisses a logo, and restores it", async () => {
  const { server, user } = open({
    [search]: run({ dismissed: 1 }),
    [found]: page(proposal(1, "Alpha")),
    "GET /api/admin/logo-proposals?state=dismissed": page(proposal(2, "Beta", { state: "dismissed" })),
    "POST /api/admin/logo-proposals/dismiss": done,
  });
  await user.click(await screen.findByRole("button", { name: "Dismiss the logo of Alpha" }));
  await screen.findByText("Logo dismissed");
  await user.click(screen.getByRole("button", { name: /^Dismissed/ }));
  await user.click(await screen.findByRole("button", { name: "Restore the logo of Beta" }));
  await screen.findByText("Proposal restored");
  expect(server.changes().map(({ body }) => body)).toEqual([
    { ids: [1], dismissed: true },
    { ids: [2], dismissed: false },
  ]);
});

it("says why nothing was found, and that there is nothing to review", async () => {
  const { user } = open({
    [search]: run({ proposed: 0, missing: 1 }),
    [found]: page(),
    "GET /api/admin/logo-proposals?state=none": page(
      proposal(3, "Gamma", { state: "none", image: "", source: "", reason: "The website couldn't be reached." }),
    ),
  });
  expect(await screen.findByRole("heading", { name: "No logos to review" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Accept all/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Not found/ }));
  expect(await screen.findByText("The website couldn't be reached.")).toBeVisible();
});

it("starts, pauses and resumes from the products without a logo", async () => {
  const row = { id: 1, name: "Alpha", slug: "alpha", logo: "", categories: [], website: "https://a.example" };
  const { server, user } = openAdmin("/admin?logo=missing", {
    "GET /api/admin/product-rows": [row],
    [search]: run({ missing: 1, proposed: 0, none: 0 }),
    "POST /api/admin/logo-search/start": run({ status: "running", missing: 1, proposed: 0, none: 0, pending: 1 }),
    "POST /api/admin/logo-search/pause": run({ status: "paused", missing: 2, proposed: 1, none: 0, pending: 1 }),
    "POST /api/admin/logo-search/resume": () => refusal(409, "There is no paused search for logos."),
  });
  const panel = within(await screen.findByRole("region", { name: "Search for logos" }));
  expect(panel.getByRole("status")).toHaveTextContent("1 tool has no logo.");
  await user.click(panel.getByRole("checkbox", { name: /without review/ }));
  await user.click(panel.getByRole("button", { name: "Find logos" }));
  expect(await panel.findByRole("progressbar", { name: "Websites checked" })).toHaveAttribute("max", "1");
  await user.click(panel.getByRole("button", { name: "Pause" }));
  expect(await panel.findByText("Paused: 1 of 2 websites checked, 1 logo found.")).toBeVisible();
  expect(panel.getByRole("link", { name: "Review 1 logo" })).toHaveAttribute("href", "/admin/logos");
  await user.click(panel.getByRole("button", { name: "Resume" }));
  expect(await screen.findByText("There is no paused search for logos.")).toBeVisible();
  expect(server.changes()).toHaveLength(3);
  expect(server.changes()[0]?.call).toBe("POST /api/admin/logo-search/start?acceptOwn=true");
  expect(pageToasts.list()).toHaveLength(1);
});

it("offers the logo of a tool that was saved without one, to be accepted with one press", async () => {
  const { server } = open({
    "POST /api/admin/logo-search/start": run({ status: "running", pending: 1 }),
    "GET /api/admin/logo-proposals?product=5": page(proposal(5, "Alpha")),
    "POST /api/admin/logo-proposals/accept": { version: 7, changed: 1 },
  });
  await proposeLogo({ id: 5, name: "Alpha" }, new QueryClient());
  const [offer] = pageToasts.list();
  expect(offer).toMatchObject({ title: "Logo found for Alpha", description: "cdn.example" });
  offer?.action?.press();
  await expect.poll(() => pageToasts.list()[0]?.title).toBe("Logo accepted");
  expect(server.changes()).toEqual([
    { call: "POST /api/admin/logo-search/start?product=5", body: undefined },
    { call: "POST /api/admin/logo-proposals/accept", body: { ids: [5] } },
  ]);
});

it("says that the logos could not be loaded, and loads them again", async () => {
  await expectLoading(open, found, { failed: "The site is busy.", reply: page(proposal(1, "Alpha")) });
  expect(await screen.findByRole("heading", { name: "Alpha" })).toBeVisible();
});

/** A search of all tools that has not begun. */
const idle = { missing: 5465, proposed: 0, none: 0 };

it.each<[Partial<LogoRun>, string]>([
  [{ missing: 0 }, "Every tool has a logo."],
  [{}, "5,465 tools have no logo."],
  [{ missing: 1 }, "1 tool has no logo."],
  [{ status: "running", pending: 5000, proposed: 400, none: 65 }, "465 of 5,465 websites checked, 400 logos found."],
  [{ status: "paused", pending: 1, proposed: 1 }, "Paused: 1 of 2 websites checked, 1 logo found."],
  [{ proposed: 4200, none: 1265 }, "4,200 logos found. 1,265 tools without a usable icon on their website."],
])("says of %j: %s", (part, words) => {
  expect(statusOf(run({ ...idle, ...part }))).toBe(words);
});

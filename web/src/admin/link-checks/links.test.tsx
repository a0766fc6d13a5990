import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { LinkCheck, LinkRun } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { expectLoading } from "../../testing/page";
import { done, type Reply, refusal } from "../../testing/server";

const links = "GET /api/admin/links";
const gone = "GET /api/admin/link-checks?state=gone";
const never = "0001-01-01T00:00:00Z";

const run = (part: Partial<LinkRun> = {}): LinkRun => ({
  status: "idle",
  startedBy: "",
  startedAt: "2026-11-25T10:00:00Z",
  endedAt: "2026-11-25T12:00:00Z",
  due: 9,
  pending: 0,
  counts: { unchecked: 0, ok: 4, moved: 1, refused: 1, parked: 0, takenOver: 1, gone: 2 },
  ...part,
});

const check = (product: number, name: string, part: Partial<LinkCheck> = {}): LinkCheck => ({
  product,
  name,
  slug: name.toLowerCase(),
  website: `https://www.${name.toLowerCase()}.example/`,
  state: "gone",
  target: "",
  reason: "The website answers with status 404.",
  checkedAt: "2026-11-25T10:00:00Z",
  answeredAt: "2026-11-02T10:00:00Z",
  confirmedAt: never,
  ...part,
});

const page = (...checks: LinkCheck[]) => ({ checks, next: 0 });

const open = (replies: Record<string, Reply> = {}) =>
  openAdmin("/admin/links", { [links]: run(), [gone]: page(check(1, "Alpha"), check(2, "Beta")), ...replies });

const button = (name: string | RegExp) => screen.findByRole("button", { name });

it("lists what is gone and why, moves one, some and all to the trash, and undoes it", async () => {
  const { server, user } = open({
    "POST /api/admin/link-checks/accept": { version: 7, changed: 2 },
    "POST /api/undo": { restored: 2 },
  });
  const list = within(await screen.findByRole("list", { name: "Gone" }));
  expect(list.getAllByRole("listitem")[0]).toHaveTextContent(
    "Alphaalpha.exampleThe website answers with status 404.Read on Nov 25, 2026 · answered on Nov 2, 2026Move to trashI checked it",
  );
  expect(list.getByRole("link", { name: "beta.example" })).toHaveAttribute("href", "https://www.beta.example/");
  await user.click(list.getByRole("button", { name: "Move to trash: Beta" }));
  await user.click(list.getByRole("checkbox", { name: "Select Alpha" }));
  await user.click(await button("Move 1 to trash"));
  await user.click(await button("Move all 2 to trash"));
  await user.click((await screen.findAllByRole("button", { name: "Undo" }))[0] as HTMLElement);
  await screen.findByText("2 tools restored");
  expect(server.changes()).toEqual([
    { call: "POST /api/admin/link-checks/accept", body: { state: "gone", ids: [2] } },
    { call: "POST /api/admin/link-checks/accept", body: { state: "gone", ids: [1] } },
    { call: "POST /api/admin/link-checks/accept", body: { state: "gone", all: true } },
    { call: "POST /api/undo", body: { version: 7 } },
  ]);
});

it("proposes the new URL of what has moved", async () => {
  const { server, user } = open({
    "GET /api/admin/link-checks?state=moved": page(
      check(3, "Gamma", { state: "moved", target: "https://gamma.example/new", reason: "It redirects permanently." }),
    ),
    "POST /api/admin/link-checks/accept": { version: 6, changed: 0 },
  });
  await user.click(await button(/^Moved/));
  expect(await screen.findByRole("link", { name: "gamma.example/new" })).toBeVisible();
  await user.click(await button("Update URL: Gamma"));
  expect(await screen.findByText("These tools have another website by now.")).toBeVisible();
  expect(server.changes()[0]?.body).toEqual({ state: "moved", ids: [3] });
});

it("notes that the administrator has checked links, and undoes it", async () => {
  const { server, user } = open({ "POST /api/admin/link-checks/confirm": done });
  await user.click(await button("I checked it: Alpha"));
  await user.click(await button("Undo"));
  await user.click(await screen.findByRole("checkbox", { name: "Select Alpha" }));
  await user.click(await screen.findByRole("checkbox", { name: "Select Beta" }));
  await user.click(await button("I checked 2 links"));
  await screen.findByText("2 links marked as checked");
  expect(server.changes().map(({ body }) => body)).toEqual([
    { ids: [1], confirmed: true },
    { ids: [1], confirmed: false },
    { ids: [1, 2], confirmed: true },
  ]);
});

it("says when a state has no links", async () => {
  open({ [gone]: page() });
  expect(await screen.findByRole("heading", { name: "No links here" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Move all/ })).toBeNull();
});

it("shows that the list is on its way, or why not", async () => {
  await expectLoading((replies) => open(replies), gone, { failed: "The site is busy.", reply: page() });
});

it("says why the state of the check could not be loaded", async () => {
  open({ [links]: () => refusal(503, "The site is busy.") });
  expect(await screen.findByText("Couldn't load the link checks: The site is busy.")).toBeVisible();
});

it("starts, pauses and resumes", async () => {
  const { user } = open({
    [links]: run({ counts: { ...run().counts, unchecked: 3 } }),
    "POST /api/admin/links/start": run({ status: "running", due: 9, pending: 6 }),
    "POST /api/admin/links/pause": run({ status: "paused", due: 9, pending: 5 }),
    "POST /api/admin/links/resume": () => refusal(409, "Link checks aren't paused."),
  });
  const panel = within(await screen.findByRole("region", { name: "Link checks" }));
  expect(panel.getByRole("status")).toHaveTextContent("Last check finished Nov 25, 2026. 3 websites not checked yet.");
  await user.click(panel.getByRole("button", { name: "Check now" }));
  expect(await panel.findByRole("progressbar", { name: "Websites checked" })).toHaveAttribute("value", "3");
  expect(panel.getByRole("status")).toHaveTextContent("3 of 9 websites checked.");
  await user.click(panel.getByRole("button", { name: "Pause" }));
  expect(await panel.findByText("Paused: 4 of 9 websites checked.")).toBeVisible();
  await user.click(panel.getByRole("button", { name: "Resume" }));
  expect(await screen.findByText("Link checks aren't paused.")).toBeVisible();
});

import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { refusal } from "../../testing/server";
import { open, press, toastOf } from "../../testing/site-management";

const limits = { description: 120, toolFacts: 2, categoryTools: 3, alternatives: 5, comparisonFacts: 4, ownWords: 40 };
const settingsWith = (key: string) => ({
  index: limits,
  indexNow: { key },
  links: { nofollow: true },
  defaults: { index: limits, indexNow: { key: "" } },
});

const call = (id: number, overrides: object) => ({
  id,
  addresses: 1200,
  state: "accepted",
  tries: 1,
  status: 200,
  answer: "",
  createdAt: "2026-01-02T03:04:05Z",
  nextAt: "0001-01-01T00:00:00Z",
  ...overrides,
});

it("turns IndexNow on with a new key", async () => {
  const { user, sent } = open("?tab=search", {
    "GET /api/admin/settings": settingsWith(""),
    "PATCH /api/admin/settings": settingsWith("0123456789abcdef"),
    "GET /api/admin/indexnow": [],
  });
  await user.click(await screen.findByRole("button", { name: "Turn on IndexNow" }));
  expect(await toastOf("IndexNow is on")).toBeVisible();
  expect(sent("PATCH /api/admin/settings")).toEqual([{ indexNow: { key: expect.stringMatching(/^[0-9a-f]{32}$/) } }]);
  expect(await screen.findByText(/^Nothing sent yet\./)).toBeVisible();
  expect(screen.getByRole("link", { name: "a file with its key" })).toHaveAttribute("href", "/0123456789abcdef.txt");
});

it("shows what was sent, and what became of it", async () => {
  open("?tab=search", {
    "GET /api/admin/settings": settingsWith("0123456789abcdef"),
    "GET /api/admin/indexnow": [
      call(3, { state: "waiting", tries: 2, status: 503, answer: "<b>Sorry", nextAt: "2026-01-02T03:08:05Z" }),
      call(2, { state: "refused", addresses: 1, status: 403, answer: "The key is wrong." }),
      call(1, {}),
    ],
  });
  const rows = within((await screen.findByText("The key is wrong.", { exact: false })).closest("ul") as HTMLElement);
  expect(rows.getAllByRole("listitem").map((row) => row.textContent?.replace(/^.*?\d:\d\d\s[AP]M/, ""))).toEqual([
    expect.stringMatching(/^1,200 URLsWaitingHTTP 503: <b>Sorry2 tries so far, next one on .+$/),
    "1 URLRefusedHTTP 403: The key is wrong.",
    "1,200 URLsAccepted",
  ]);
});

it("says why the calls could not be loaded, or the key not saved", async () => {
  const { server, user } = open("?tab=search", {
    "GET /api/admin/settings": settingsWith("0123456789abcdef"),
    "GET /api/admin/indexnow": refusal(500, "Broken."),
    "PATCH /api/admin/settings": refusal(500, "Full."),
  });
  expect(await screen.findByText("Couldn't load what was sent: Broken.")).toBeVisible();
  server.replies["GET /api/admin/indexnow"] = [];
  await press(user, "Try again to load what was sent");
  expect(await screen.findByText(/^Nothing sent yet\./)).toBeVisible();
  await press(user, "Turn off IndexNow");
  expect(await toastOf("Couldn't save the settings")).toHaveTextContent("Full.");
  expect(screen.getByRole("button", { name: "Turn off IndexNow" })).toBeEnabled();
});

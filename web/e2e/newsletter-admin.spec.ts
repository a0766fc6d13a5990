import type { Locator, Page } from "@playwright/test";
import { signedInTo, toastOf } from "./admin";
import { administrator } from "./administrator";
import { drag } from "./dashboard";
import { expectTidy, tabTo } from "./looks";
import { Mailbox } from "./mailbox";
import { tool } from "./own-site";
import { expect } from "./test";

const hostile = `<img src=x onerror="alert(1)">${"W".repeat(90)}`;

const tools = ["Alto", "Basso", "Cello", hostile, "نور الهدى בת-ים"].map((name, index) => {
  const description = `${name} is a tool that does one thing. ${"And it does it well. ".repeat(8)}`;
  return tool(name, { slug: `tool-${index + 1}`, website: `https://tool-${index + 1}.example/`, description });
});

const mailbox = new Mailbox();
const mail = async () => ({ ...(await mailbox.open()), VITRINE_MAIL_RATE: "3" });

/** Tests on a site without subscribers, and on one that sends a weekly and a monthly issue. */
const test = signedInTo(tools, mail);
const testSending = signedInTo(tools, mail);
test.afterAll(() => mailbox.close());

const lines = (page: Page) =>
  page
    .getByRole("list", { name: "Tools of the issue" })
    .getByRole("listitem")
    .filter({ has: page.locator("select") });

/** The names of the tools in an issue, in order. */
const names = (page: Page) => lines(page).evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));

/** Focuses a control with Tab alone and presses it. */
async function press(target: Locator, key = "Enter") {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

async function importSubscribers(page: Page, cadence: string, emails: string[]) {
  const csv = ["email,cadence", ...emails.map((email) => `${email},${cadence}`)].join("\n");
  const data = { csv, consent: "They signed up at our conference in 2025." };
  const response = await page.request.post("/api/admin/subscribers/import", { data });
  expect(response.status()).toBe(200);
}

test("the next issue is edited, previewed and tested with the keyboard alone", async ({ page }) => {
  await page.goto("/admin/newsletter?tab=issues");
  await expect(page.getByRole("heading", { name: "No issues yet" })).toBeVisible();
  await expectTidy(page);
  await press(page.getByRole("link", { name: "Next weekly" }));
  await expect(page.getByText("No weekly subscribers yet.")).toBeVisible();
  await expect(page.getByText(/^Drafted from what's new since .* no subscribers yet$/)).toBeVisible();
  await expect(lines(page)).toHaveCount(tools.length);
  await expectTidy(page);
  const [first = "", second = ""] = (await names(page)) as string[];

  const subject = page.getByRole("textbox", { name: "Subject" });
  await tabTo(subject);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Five tools for musicians");
  await tabTo(page.getByRole("textbox", { name: "Introduction" }));
  await page.keyboard.type(`Hello **musicians**! ${hostile}`);

  await press(page.getByRole("button", { name: `Move ${first}`, exact: true }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${first}: New, 2 of ${tools.length}.`)).toBeAttached();
  await expectTidy(page);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual([second, first]);
  await expect(page.getByRole("button", { name: `Move ${first}`, exact: true })).toBeFocused();
  await page.getByRole("combobox", { name: `Section of ${second}` }).selectOption("Deals");
  await expect.poll(async () => (await names(page)).at(-1)).toBe(second);

  await press(page.getByRole("button", { name: "Remove Alto" }));
  await expect(lines(page)).toHaveCount(tools.length - 1);
  await tabTo(page.getByRole("combobox", { name: "Add to section" }));
  await page.keyboard.type("to Fe");
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("combobox", { name: "Add a tool" })).toBeFocused();
  await page.keyboard.type("alt");
  await expect(page.getByRole("option", { name: "Alto" })).toBeVisible();
  await expectTidy(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Section of Alto" })).toHaveValue("featured");

  await press(page.getByRole("button", { name: "Preview" }));
  const email = page.frameLocator("iframe");
  await expect(email.getByRole("heading", { name: "Five tools for musicians" })).toBeVisible();
  await expect(email.getByText("musicians", { exact: true })).toHaveCSS("font-weight", /^(600|700)$/);
  await expectTidy(page);
  await press(page.getByRole("button", { name: "Phone" }));
  await expect(page.getByTitle("Email, phone width")).toHaveCSS("width", "375px");
  await press(page.getByRole("button", { name: "Plain text" }));
  await expect(page.locator("pre")).toContainText("Five tools for musicians");
  await expectTidy(page);

  await press(page.getByRole("button", { name: "Send test to me" }));
  await expect(toastOf(page, "Test on its way")).toBeVisible();
  const received = await mailbox.next(administrator.email, 0);
  expect(received.subject).toContain("Five tools for musicians");
  expect(received.text).toContain("Alto");

  await press(page.getByRole("button", { name: "Save" }));
  await expect(toastOf(page, "Issue saved")).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Edited · no subscribers yet$/)).toBeVisible();
  await expect(subject).toHaveValue("Five tools for musicians");
  await press(page.getByRole("button", { name: "Start over" }));
  await expectTidy(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Start over" }).press("Enter");
  await expect(toastOf(page, "Started over")).toBeVisible();
  await expect(subject).not.toHaveValue("Five tools for musicians");
});

test("a tool is dragged to another section", async ({ page }) => {
  await page.goto("/admin/newsletter");
  await expect(lines(page)).toHaveCount(tools.length);
  await drag(
    page,
    page.getByRole("button", { name: "Move Alto", exact: true }),
    page.getByRole("heading", { name: "Most popular" }),
  );
  await page.mouse.up();
  await expect(page.getByRole("combobox", { name: "Section of Alto" })).toHaveValue("popular");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
});

testSending("an issue is sent, followed, and shows what came of it", async ({ page }) => {
  const emails = Array.from({ length: 24 }, (_, index) => `reader-${index + 1}@example.com`);
  const gone = "gone@example.com";
  mailbox.unknown.add(gone);
  await importSubscribers(page, "weekly", [...emails, gone]);
  await page.goto("/admin/newsletter");
  await page.getByRole("textbox", { name: "Subject" }).fill("The first issue");
  await press(page.getByRole("button", { name: "Send…" }));
  const dialog = page.getByRole("dialog", { name: /^Send issue \d/ });
  await expect(dialog.getByText("The first issue")).toBeVisible();
  await expectTidy(page);
  await press(dialog.getByRole("button", { name: "Send to 25 subscribers" }));

  const card = page.getByRole("listitem", { name: "The first issue" });
  await expect(card.getByRole("progressbar")).toBeVisible();
  await expect(card.getByText(/^\d+ of 25 · /)).toBeVisible();
  await press(card.getByRole("button", { name: "Pause" }));
  await expect(card.getByText("Paused")).toBeVisible();
  await expectTidy(page);
  await press(card.getByRole("button", { name: "Resume" }));
  await expect(card.getByText("Sent", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(card.getByRole("progressbar")).toBeHidden();
  const count = (label: string) => card.locator("dl > div").filter({ hasText: label }).locator("dd");
  await expect(count("Delivered")).toHaveText("24");
  await expect(count("Refused")).toHaveText("1");

  const received = await mailbox.next("reader-7@example.com", 0);
  const link = /https?:\/\/\S+\/go\/\S+from=issue-\d+/.exec(received.text)?.[0];
  const { pathname, search } = new URL(link ?? "");
  const visit = await page.request.get(pathname + search, { maxRedirects: 0 });
  expect(visit.status()).toBe(302);
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(count("Clicks")).toHaveText("1", { timeout: 2000 });
  }).toPass({ timeout: 90_000 });
  await press(card.getByText("Failures and clicks by tool"));
  await expect(card.getByText(gone)).toBeVisible();
  await expect(card.getByText(/No such user here/)).toBeVisible();
  await expect(
    card.getByRole("link", { name: tools[Number(/tool-(\d)/.exec(pathname)?.[1]) - 1]?.name }),
  ).toBeVisible();
  await expectTidy(page);
  const popup = page.waitForEvent("popup");
  await card.getByRole("link", { name: "Archive page" }).click();
  await expect((await popup).getByRole("heading", { name: "The first issue" })).toBeVisible();
  for (const email of emails) expect(mailbox.emails.filter(({ to }) => to === email)).toHaveLength(1);
});

testSending("an issue is scheduled in a zone and unscheduled, and another one is stopped", async ({ page, allow }) => {
  await importSubscribers(
    page,
    "monthly",
    Array.from({ length: 200 }, (_, index) => `more-${index + 1}@example.com`),
  );
  await page.goto("/admin/newsletter?tab=monthly");
  await page.getByRole("textbox", { name: "Subject" }).fill("A later issue");
  await page.getByRole("button", { name: "Send…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("At a time").click();
  await dialog.getByLabel("Date and time").fill("2020-01-01T09:00");
  await dialog.getByRole("combobox", { name: "Time zone" }).selectOption("Asia/Tokyo");
  allow.status(422);
  await dialog.getByRole("button", { name: /^Schedule for/ }).click();
  await expect(dialog.getByText("This time is in the past. Please choose a later one")).toBeVisible();
  await expectTidy(page);
  const year = new Date().getFullYear() + (new Date().getMonth() === 11 ? 1 : 0);
  await dialog.getByLabel("Date and time").fill(`${year}-12-31T09:00`);
  await dialog.getByRole("button", { name: /^Schedule for/ }).click();
  const card = page.getByRole("listitem", { name: "A later issue" });
  await expect(card.getByText(new RegExp(`Dec 31, ${year}, 9:00\\sAM Asia/Tokyo`))).toBeVisible();
  await expectTidy(page);
  await card.getByRole("button", { name: "Unschedule" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unschedule" }).click();
  await expect(toastOf(page, "Unscheduled issue")).toBeVisible();
  await expect(card).toBeHidden();
  await page.getByRole("link", { name: "Next monthly" }).click();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("A later issue");

  await page.getByRole("button", { name: "Send…" }).click();
  await page.getByRole("button", { name: /^Send to/ }).click();
  await card.getByRole("button", { name: "Stop" }).click();
  const question = page.getByRole("alertdialog", { name: "Stop sending?" });
  await expectTidy(page);
  await question.getByRole("button", { name: "Stop" }).click();
  await expect(card.getByText("Stopped")).toBeVisible();
  await expectTidy(page);
});

import type { Page } from "@playwright/test";
import { signedIn } from "./administrator";
import { open } from "./directory";
import { expectTidy, tabTo } from "./looks";
import { codeIn, linkIn, Mailbox } from "./mailbox";
import { testOn, tool } from "./own-site";
import { openStill } from "./stillness";
import { expect } from "./test";

const categories = { Pen: "Writing", Ink: "Video", Brush: "Audio", Paper: "Writing", Quill: "Video" };
const tools = Object.entries(categories).map(([name, category]) => tool(name, { categories: [category] }));

const mailbox = new Mailbox();
const test = testOn(tools, [], () => mailbox.open());
test.afterAll(() => mailbox.close());

// A site takes ten requests an hour from one address, and sends three emails a day to one: each test has its reader.
const main = (page: Page) => page.getByRole("main");
const footer = (page: Page) => page.getByRole("contentinfo").getByRole("region", { name: "New AI tools by email" });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const press = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true }).click();

/** Enters the email in the footer of the page, and returns the confirmation's link. */
async function subscribeInFooter(page: Page, email: string) {
  await footer(page).getByRole("textbox").fill(email);
  await footer(page).getByRole("button", { name: "Subscribe" }).click();
  await expect(footer(page).getByText("Check your inbox")).toBeVisible();
  return linkIn(await mailbox.next(email, 0), "/newsletter/confirm");
}

/** Opens a link of an email, which differs from the page before by its path. */
async function openLink(page: Page, link: string) {
  await page.goto("about:blank");
  await open(page, link);
}

async function confirm(page: Page, link: string) {
  await openLink(page, link);
  await press(page, "Confirm subscription");
  await expect(title(page)).toHaveText("You're subscribed");
}

test("a subscription is requested in the footer, confirmed, narrowed, left and got again", async ({ page }) => {
  await openStill(page, "/");
  await expectTidy(page, async () => {
    await footer(page).getByRole("textbox").fill("nobody");
    await footer(page).getByRole("button", { name: "Subscribe" }).click();
    await expect(footer(page).getByText("Please enter your email.")).toBeVisible();
  });
  const before = await footer(page).boundingBox();
  const link = await subscribeInFooter(page, "ann@example.com");
  expect(await footer(page).boundingBox(), "its place").toEqual(before);
  await expectTidy(page);

  await openLink(page, link);
  await expect(title(page)).toHaveText("Confirm your subscription");
  await expectTidy(page);
  await press(page, "Confirm subscription");
  await expect(main(page).getByText("ann@example.com gets the newsletter weekly: all topics.")).toBeVisible();
  await expect(title(page)).toBeFocused();
  await expectTidy(page);

  await main(page).getByRole("link", { name: "Choose topics" }).click();
  await main(page).getByRole("checkbox", { name: "Video" }).check();
  await main(page).getByText("Monthly", { exact: true }).click();
  await expectTidy(page);
  await press(page, "Save settings");
  await expect(page.getByText("Settings saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(main(page).getByRole("checkbox", { checked: true })).toHaveCount(1);
  await expect(main(page).getByRole("checkbox", { name: "Video" })).toBeChecked();
  await expect(main(page).getByRole("radio", { name: "Monthly" })).toBeChecked();

  await press(page, "Unsubscribe");
  await expect(title(page)).toHaveText("You're unsubscribed");
  await expect(title(page)).toBeFocused();
  await expectTidy(page);
  await press(page, "Subscribe again");
  await expect(title(page)).toHaveText("Newsletter settings");
  await expect(main(page).getByRole("checkbox", { name: "Video" })).toBeChecked();
  expect(mailbox.emails.filter(({ to }) => to === "ann@example.com")).toHaveLength(1);
});

test("one click leaves from a mail program, and an old link says what to do", async ({ page, playwright, allow }) => {
  await open(page, "/saved");
  await confirm(page, await subscribeInFooter(page, "bob@example.com"));
  const { unsubscribe = "" } = await mailbox.next("bob@example.com", 0);
  const { pathname, search } = new URL(unsubscribe);

  await openLink(page, pathname + search);
  await expect(page).toHaveURL(/\/newsletter\/settings#/);
  await expect(main(page).getByText("For bob@example.com.")).toBeVisible();
  const program = await playwright.request.newContext({ baseURL: new URL(page.url()).origin }); // without a cookie
  const left = await program.post(pathname + search, { form: { "List-Unsubscribe": "One-Click" } });
  expect(left.status()).toBe(204);
  await program.dispose();
  await page.reload();
  await expect(title(page)).toHaveText("You're unsubscribed");

  allow.status(404);
  for (const path of ["/newsletter/confirm#nobody", "/newsletter/settings#nobody"]) {
    await openLink(page, path);
    if (path.includes("confirm")) await press(page, "Confirm subscription");
    await expectTidy(page, () => expect(title(page)).toHaveText("This link has expired"));
  }
  await main(page).getByRole("link", { name: "Get a new link" }).click();
  await expect(title(page)).toHaveText("New AI tools, by email");
});

test("a reader with an account subscribes on its page, without another email", async ({ page }) => {
  const email = "kim@example.com";
  await open(page, "/sign-up");
  await main(page).getByLabel("Email").fill(email);
  await main(page).getByLabel("Password", { exact: true }).fill("a reader's long password");
  await press(page, "Create account");
  await main(page)
    .getByLabel("Code")
    .fill(codeIn(await mailbox.next(email, 0)));
  await press(page, "Confirm");
  const section = page.getByRole("region", { name: "Newsletter", exact: true });
  await expect(section.getByText("You're not subscribed.")).toBeVisible();
  await expectTidy(page);
  await section.getByRole("button", { name: "Subscribe" }).click();
  await expect(section.getByText(`Sent to ${email} weekly: all topics.`)).toBeVisible();
  await section.getByRole("button", { name: "Change" }).click();
  await section.getByRole("checkbox", { name: "Audio" }).check();
  await expectTidy(page);
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText(`Sent to ${email} weekly: Audio.`)).toBeVisible();
  await section.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(section.getByText(`${email} is unsubscribed.`)).toBeVisible();
  await expectTidy(page);
  expect(mailbox.emails.filter(({ to }) => to === email)).toHaveLength(1);
});

test("a subscription is requested, confirmed and left by keyboard alone", async ({ page }) => {
  const { keyboard } = page;
  await open(page, "/newsletter");
  await tabTo(main(page).getByRole("textbox", { name: "Email" }));
  await keyboard.press("Enter");
  await expect(main(page).getByText("Please enter your email.")).toBeVisible();
  await expectTidy(page);
  await keyboard.type("zoe@example.com");
  await tabTo(main(page).getByRole("checkbox", { name: "Audio" }));
  await keyboard.press("Space");
  await tabTo(main(page).getByRole("radio", { name: "Weekly" }));
  await keyboard.press("ArrowRight");
  await tabTo(main(page).getByRole("button", { name: "Subscribe" }));
  await keyboard.press("Enter");
  await expect(main(page).getByRole("heading", { name: "Check your inbox" })).toBeFocused();
  await expectTidy(page);

  await openLink(page, linkIn(await mailbox.next("zoe@example.com", 0), "/newsletter/confirm"));
  await tabTo(main(page).getByRole("button", { name: "Confirm subscription" }));
  await keyboard.press("Enter");
  await expect(main(page).getByText("zoe@example.com gets the newsletter monthly: Audio.")).toBeVisible();
  await tabTo(main(page).getByRole("link", { name: "Choose topics" }));
  await keyboard.press("Enter");
  await tabTo(main(page).getByRole("button", { name: "Unsubscribe" }));
  await keyboard.press("Enter");
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveText("You're unsubscribed");
});

test("an issue is sent, and stays in the archive", async ({ page, ownSite, playwright, allow }) => {
  allow.status(404);
  await open(page, "/newsletter/archive");
  await expectTidy(page, () => expect(main(page).getByText("No issue has been sent yet.")).toBeVisible());
  await open(page, "/newsletter/archive/1");
  await expectTidy(page, () => expect(title(page)).toHaveText("Issue not found"));
  await open(page, "/saved");
  await confirm(page, await subscribeInFooter(page, "lea@example.com"));
  await sendIssue(playwright, ownSite);

  const email = await mailbox.next("lea@example.com", 1);
  expect(email.subject).toBe("Tools <of> the week");
  expect(email.unsubscribe).toContain("/api/newsletter/leave?token=");
  await openLink(page, linkIn(email, "/newsletter/settings"));
  await expect(main(page).getByText("For lea@example.com.")).toBeVisible();

  await openStill(page, "/newsletter/archive");
  await main(page).getByRole("link", { name: "Tools <of> the week" }).click();
  await expect(title(page)).toHaveText("Tools <of> the week");
  await expectTidy(page);
  await openStill(page, "/newsletter/archive/1");
  await expect(main(page).getByText("Hello all.")).toBeVisible();
  await expect(main(page).getByRole("link", { name: "Visit Pen" })).toHaveAttribute("href", "/go/pen?from=issue-1");
  await main(page).getByRole("link", { name: "Past issues" }).click();
  await expectTidy(page, () => expect(title(page)).toHaveText("Past newsletter issues"));
  await open(page, "/newsletter");
  await expect(main(page).getByRole("region", { name: "Latest issue" })).toContainText("Tools <of> the week");
  await expectTidy(page);
});

/** Sends the next weekly issue now, as an administrator. */
async function sendIssue(
  playwright: { request: { newContext: typeof import("@playwright/test").request.newContext } },
  site: string,
) {
  const storageState = await signedIn(site);
  const caller = await playwright.request.newContext({ baseURL: site, storageState });
  const path = "/api/admin/newsletter/drafts/weekly";
  const { items } = await (await caller.get(path)).json();
  const sent = await caller.post(`${path}/send`, {
    data: {
      subject: "Tools <of> the week",
      intro: "Hello **all**.",
      items: items.map(({ section, product }: { section: string; product: { id: number } }) => ({
        section,
        productId: product.id,
      })),
    },
  });
  expect(sent.status()).toBe(201);
  await caller.dispose();
}

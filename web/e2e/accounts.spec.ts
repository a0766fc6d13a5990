import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { cardNames, open, press } from "./directory";
import { expectTidy, tabTo } from "./looks";
import { codeIn, Mailbox } from "./mailbox";
import { testOn, tool } from "./own-site";
import { storedWords } from "./stored-words";
import { expect } from "./test";

const mailbox = new Mailbox();
const tools = ["Pen", "Ink", "Brush", "Paper"].map((name) => tool(name));
const test = testOn(tools, [], () => mailbox.open());
test.afterAll(() => mailbox.close());

// A site takes five sign-ups an hour from one address, and sends three emails a day to one: each test has its reader.
const password = "a reader's long password";

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const names = (page: Page) => cardNames(page.getByRole("main"));

/** Presses a bookmark, and waits until the account has the change. */
async function pressBookmark(page: Page, name: string) {
  const answered = page.waitForResponse((response) => response.url().includes("/api/favorites/"));
  await press(page, `Save ${name}`);
  expect((await answered).status()).toBe(204);
}

/** Fills in the form for a new account, and returns the code of its email. */
async function requestAccount(page: Page, email: string, name = "") {
  await field(page, "Email").fill(email);
  await field(page, "Name").fill(name);
  await field(page, "Password").fill(password);
  await press(page, "Create account");
  await expect(title(page)).toHaveText("Check your email");
  return codeIn(await mailbox.next(email, 0));
}

/** Creates an account and signs in to it. */
async function createAccount(page: Page, email: string, name = "") {
  await open(page, "/sign-up");
  await field(page, "Code").fill(await requestAccount(page, email, name));
  await press(page, "Confirm");
  await expect(title(page)).toHaveText("Your account");
}

async function signIn(page: Page, email: string, using = password) {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(using);
  await press(page, "Sign in");
}

/** A page of another browser. */
const anotherBrowser = async (browser: Browser, baseURL: string) => (await browser.newContext({ baseURL })).newPage();

test("an account keeps the saved tools on all devices", async ({ page, browser, ownSite, request }) => {
  await open(page, "/");
  for (const name of ["Pen", "Ink", "Brush"]) await press(page, `Save ${name}`);
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(title(page)).toHaveText("Sign in");
  await expectTidy(page);
  await page.getByRole("link", { name: "Create account" }).click();
  await expect(title(page)).toHaveText("Create account");
  await expectTidy(page);
  await press(page, "Create account");
  await expectTidy(page, () => expect(page.getByText("Use at least 12 characters.")).toBeVisible());
  const code = await requestAccount(page, "ann@example.com");
  await expect(page).toHaveURL("/verify");
  await expectTidy(page);
  await field(page, "Code").fill(`${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase());
  await press(page, "Confirm");
  await expect(page).toHaveURL("/saved");
  await expect(page.getByText("3 tools saved in your account.")).toBeVisible();
  await expectTidy(page);

  const other = await anotherBrowser(browser, ownSite);
  await open(other, "/sign-in");
  await signIn(other, "ann@example.com");
  await expect(names(other)).toHaveText(["Brush", "Ink", "Pen"]);
  await other.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home", exact: true }).click();
  await pressBookmark(other, "Paper");
  await page.reload();
  await expect(names(page)).toHaveText(["Paper", "Brush", "Ink", "Pen"]);
  await pressBookmark(page, "Ink");
  await other.goto("/saved");
  await expect(names(other)).toHaveText(["Paper", "Brush", "Pen"]);
  await other.close();

  expect(await (await page.request.get("/saved")).text(), "the document is everybody's").toBe(
    await (await request.get("/saved")).text(),
  );
  await page.getByRole("link", { name: "Account", exact: true }).click();
  await press(page, "Sign out");
  await expect(page.getByRole("link", { name: "Saved", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
});

test("a forgotten password is replaced, which ends the other session", async ({ page, browser, ownSite, allow }) => {
  await createAccount(page, "kim@example.com");
  const other = await anotherBrowser(browser, ownSite);
  await open(other, "/sign-in");
  await signIn(other, "kim@example.com", "not the password");
  await expectTidy(other, () => expect(other.getByText("The email or the password isn't right.")).toBeVisible());
  await other.getByRole("link", { name: "Reset it" }).click();
  await expect(title(other)).toHaveText("Reset your password");
  await expectTidy(other);
  await field(other, "Email").fill("kim@example.com");
  await press(other, "Send code");
  await expectTidy(other, () => expect(other.getByText("You'll be signed out everywhere else.")).toBeVisible());
  await field(other, "Code").fill(codeIn(await mailbox.next("kim@example.com", 1)));
  await field(other, "New password").fill("another long password");
  await press(other, "Set new password");
  await expect(title(other)).toHaveText("Your account");
  await other.close();

  allow.status(401);
  await page.goto("/account");
  await expect(page).toHaveURL("/sign-in?to=/account");
  await signIn(page, "kim@example.com");
  await expect(page.getByText("The email or the password isn't right.")).toBeVisible();
  await signIn(page, "kim@example.com", "another long password");
  await expect(page).toHaveURL("/account");

  allow.status(503);
  await page.route(/\/api\/account$/, (route) => route.fulfill({ status: 503, json: { message: "Busy." } }));
  await page.reload();
  await expectTidy(page, () => expect(title(page)).toHaveText("Couldn't load your account"));
  await page.unroute(/\/api\/account$/);
  await press(page, "Try again");
  await expect(title(page)).toHaveText("Your account");
});

test("an account is changed, downloaded and deleted without a trace", async ({ page, ownFolder, allow }) => {
  await createAccount(page, "lea@example.com", "Lea Unmistakable");
  await submitTool(page);
  await open(page, "/account");
  const account = page.getByRole("main");
  await expect(account.getByText("In review")).toBeVisible();
  await expectTidy(page);

  await press(page, "Change email");
  await field(page, "New email").fill("lea.new@example.com");
  await field(page, "Current password").fill(password);
  await expectTidy(page);
  await press(page, "Send codes");
  await expect(field(page, "Code from your current email")).toBeFocused();
  await expectTidy(page);
  await field(page, "Code from your current email").fill(codeIn(await mailbox.next("lea@example.com", 1)));
  await field(page, "Code from your new email").fill(codeIn(await mailbox.next("lea.new@example.com", 0)));
  await press(page, "Change email");
  await expect(account.getByText("Signed in as lea.new@example.com.")).toBeVisible();

  await press(page, "Change password");
  await field(page, "Current password").fill(password);
  await field(page, "New password").fill("another long password");
  await press(page, "Change password");
  await expect(page.getByText("Password changed", { exact: true })).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const data = JSON.parse(readFileSync(await (await downloading).path(), "utf8"));
  expect(data).toMatchObject({ user: { email: "lea.new@example.com", name: "Lea Unmistakable" } });
  expect(data.submissions).toHaveLength(1);
  const words = ["lea@example.com", "lea.new@example.com", "unmistakable"];
  expect(storedWords(ownFolder, words), "before").toEqual(expect.arrayContaining(words.slice(1)));

  await press(page, "Delete account");
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expectTidy(page, () => expect(dialog).toBeVisible());
  await dialog.getByRole("textbox", { name: "Password" }).fill("another long password");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Account deleted", { exact: true })).toBeVisible();

  allow.status(401);
  await open(page, "/sign-in");
  await signIn(page, "lea.new@example.com", "another long password");
  await expect(page.getByText("The email or the password isn't right.")).toBeVisible();
  expect(storedWords(ownFolder, words), "after").toEqual([]);
});

async function submitTool(page: Page) {
  await open(page, "/submit");
  await page.getByLabel("Tool name").fill("Quill");
  await page.getByLabel("Website").fill("https://quill.example/");
  await page.getByLabel("What it does").fill("It writes.");
  await page.getByLabel("Category").fill("Writing");
  await page.getByText("Free", { exact: true }).click();
  await press(page, "Submit tool");
  await expect(page.getByRole("heading", { name: "Thank you! Your tool is in review." })).toBeVisible();
}

test("an account is created and left by keyboard alone", async ({ page }) => {
  const { keyboard } = page;
  await open(page, "/");
  await tabTo(page.getByRole("link", { name: "Sign in", exact: true }));
  await keyboard.press("Enter");
  await expect(title(page)).toHaveText("Sign in");
  await tabTo(page.getByRole("link", { name: "Create account" }));
  await keyboard.press("Enter");
  await expect(title(page)).toHaveText("Create account");
  await tabTo(field(page, "Email"));
  await keyboard.press("Enter");
  await expect(page.getByText("Please enter your email.")).toBeVisible();
  await expect(field(page, "Email")).toBeFocused();
  await keyboard.type("zoe@example.com");
  await keyboard.press("Tab");
  await keyboard.type("Zoe");
  await keyboard.press("Tab");
  await keyboard.type(password);
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await expect(field(page, "Password")).toHaveAttribute("type", "text");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(field(page, "Code")).toBeFocused();
  await keyboard.type(codeIn(await mailbox.next("zoe@example.com", 0)));
  await keyboard.press("Enter");
  await expect(title(page)).toHaveText("Your account");
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page.getByRole("button", { name: "Sign out", exact: true }));
  await keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
});

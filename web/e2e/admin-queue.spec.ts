import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { signedInTo, toastOf } from "./admin";
import { expectTidy } from "./looks";
import { expect } from "./test";

const test = signedInTo([
  { name: "Known Tool", website: "https://known.example/", description: "It is here.", categories: ["Writing"] },
]);

/** Submits a tool as a browser does, with its proof of work. */
async function send(page: Page, name: string) {
  const website = `https://${name.toLowerCase().replaceAll(" ", "-")}.example/`;
  let nonce = 0;
  while (!digest(`vitrine submission\n${website}\n${nonce}`).startsWith("0000")) nonce++;
  const data = {
    productName: name,
    website,
    description: "d <i>",
    category: "Writing",
    type: "Free",
    work: String(nonce),
  };
  const response = await page.request.post("/api/submissions", { data });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { status: string }).status;
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

test("a submission is approved as a product, or rejected with a reason", async ({ page, allow }) => {
  allow.status(422);
  const [good, bad] = ["Good Tool", "Bad Tool"];
  const [goodStatus, badStatus] = [await send(page, good), await send(page, bad)];
  await page.goto("/admin/queue");
  await expect(page.getByRole("heading", { name: good })).toBeVisible();
  await expectTidy(page);

  await page.getByRole("button", { name: `Approve ${good}` }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Approve Submission" });
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue(good);
  await expectTidy(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: good })).toBeVisible();
  await page.getByRole("button", { name: `Approve ${good}` }).press("Enter");
  await dialog.getByRole("button", { name: "Create Product" }).press("Enter");
  await expect(toastOf(page, "Product created successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: good })).toBeHidden();

  await page.getByRole("button", { name: `Reject ${bad}` }).press("Enter");
  const question = page.getByRole("dialog", { name: `Reject ${bad}` });
  await question.getByRole("button", { name: "Reject", exact: true }).press("Enter");
  await expect(question.getByText("Please enter a reason")).toBeVisible();
  await question.getByLabel("Reason").fill("Not an AI tool.");
  await expectTidy(page);
  await question.getByRole("button", { name: "Reject", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: bad })).toBeHidden();
  await page.getByRole("button", { name: /^Rejected/ }).press("Enter");
  await expect(page.getByText("Not an AI tool.")).toBeVisible();
  await expectTidy(page);

  await page.goto(badStatus);
  await expect(page.getByText("Not an AI tool.")).toBeVisible();
  await page.goto(goodStatus);
  await page.getByRole("link", { name: "View in the directory" }).click();
  await expect(page.getByRole("heading", { name: good })).toBeVisible();
});

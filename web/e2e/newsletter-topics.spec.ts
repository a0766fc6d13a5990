import { open } from "./directory";
import { atBothWidths, tooHigh } from "./looks";
import { Mailbox } from "./mailbox";
import { testOn, tool } from "./own-site";
import { expect } from "./test";

const topics = Array.from(
  { length: 30 },
  (_, at) => `Storytelling and narration for audiobooks and podcasts ${at + 1}`,
);
const mailbox = new Mailbox();
const test = testOn(
  topics.map((topic, at) => tool(`Tool${at}`, { categories: [topic] })),
  [],
  () => mailbox.open(),
);
test.afterAll(() => mailbox.close());

test("topics whose names wrap don't overlap", async ({ page }) => {
  await open(page, "/newsletter");
  await atBothWidths(page, async () => {
    await expect(page.getByRole("checkbox", { name: topics[0], exact: true })).toBeVisible();
    expect(await tooHigh(page)).toEqual([]);
  });
});

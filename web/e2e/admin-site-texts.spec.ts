import { signedInTo } from "./admin";
import { rows } from "./dashboard";
import { expectTidy } from "./looks";
import { openTab, press } from "./site-management";
import { expect } from "./test";

const test = signedInTo(rows(20));

test("the site's texts and verification tags are saved, and are on the pages", async ({ page, allow }) => {
  await test.step("the site's texts are previewed, saved, and on every page", async () => {
    await openTab(page, "Site Texts", "?tab=texts");
    await expectTidy(page);
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });
    const preview = page.getByRole("region", { name: "Preview" });
    await expect(field("Tagline")).toHaveAttribute("placeholder", "AI tools worth putting behind glass");
    await field("Site name").fill("Orchestra");
    await field("Tagline").fill("Tools in tune");
    await field("Heading").fill("Tools for <b>bands</b>");
    await expect(preview.getByText("Tools for <b>bands</b>", { exact: true })).toBeVisible();
    await field("End of the heading, in colour").fill("that play");
    await field("Introduction").fill("Listen first.");
    await field("Footer text").fill("Played by ear.");
    await field("Social title").fill("Hear, hear");
    await expect(preview.getByText("Orchestra – Tools in tune")).toBeVisible();
    await expect(preview.getByText("Hear, hear")).toBeVisible();

    allow.status(422);
    await field("Contact email").fill("nobody");
    await press(page, "Save changes");
    await expect(
      page.getByRole("tabpanel").getByText("Please enter an email address, such as hello@example.com"),
    ).toBeVisible();
    await expect(field("Contact email")).toBeFocused();
    await field("Contact email").fill("hello@orchestra.example");
    await press(page, "Save changes");
    await expect(page.getByText("Settings saved", { exact: true })).toBeVisible();

    await page.goto("/");
    await expect(page).toHaveTitle("Orchestra – Tools in tune");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tools for <b>bands</b> that play");
    await expect(page.getByText("Listen first.")).toBeVisible();
    await expect(page.getByRole("contentinfo").getByText("Played by ear.")).toBeVisible();
    await expect(page.locator("meta[property='og:title']")).toHaveAttribute("content", "Hear, hear");
    await expectTidy(page);
    await page.goto("/privacy-policy");
    await expect(page).toHaveTitle("Privacy Policy – Orchestra");
    await expect(page.getByRole("link", { name: "hello@orchestra.example" })).toHaveAttribute(
      "href",
      "mailto:hello@orchestra.example",
    );
    for (const path of ["/opensearch.xml", "/manifest.webmanifest", "/feed.xml"]) {
      expect(await (await page.request.get(path)).text(), path).toContain("Orchestra");
    }

    await page.request.patch("/api/admin/settings", {
      data: {
        texts: {
          name: "",
          tagline: "",
          hero: "",
          heroAccent: "",
          introduction: "",
          footer: "",
          contact: "",
          socialTitle: "",
        },
      },
    });
    await page.goto("/");
    await expect(page).toHaveTitle("Vitrine – AI tools worth putting behind glass");
  });
  await test.step("verification tags are in the home page", async () => {
    await openTab(page, "Search Engines", "?tab=search");
    const form = page.getByRole("region", { name: "Site verification" });
    const google = form.getByRole("textbox", { name: "Google Search Console" });
    await google.fill('<meta name="google-site-verification">');
    await form.getByRole("button", { name: "Save changes" }).click();
    await expect(form.getByText("Please enter only what is in content=")).toBeVisible();
    await google.fill("dBw5CvburAxi537Rp9qi5uG2174Vb6JwHwIRwPSLIK8");
    await form.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Settings saved", { exact: true })).toBeVisible();
    await expectTidy(page);
    await page.goto("/");
    await expect(page.locator("meta[name=google-site-verification]")).toHaveAttribute(
      "content",
      "dBw5CvburAxi537Rp9qi5uG2174Vb6JwHwIRwPSLIK8",
    );
    await page.goto("/submit");
    await expect(page.locator("meta[name=google-site-verification]")).toHaveCount(0);
  });
});

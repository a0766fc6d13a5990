import { render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SiteProvider } from "../../site";
import { deferred, expectLoading, openPage } from "../../testing/page";
import { sampleSite } from "../../testing/samples";
import { busy, done, refusal, stubServer } from "../../testing/server";
import { newUser } from "../../testing/user";
import { consent } from "./consent";
import { NewsletterOffer } from "./offer";
import { openWithNewsletter, sampleIssue, sampleIssues } from "./testing";

const footer = async () =>
  within(await within(screen.getByRole("contentinfo")).findByRole("region", { name: /email/ }));

describe("the form in the footer", () => {
  it("is there only where there is a newsletter", async () => {
    openPage("/nowhere", { "/api/site": sampleSite({ collections: true }) });
    await within(screen.getByRole("banner")).findAllByRole("link", { name: "Video", hidden: true }); // the site is known
    expect(within(screen.getByRole("contentinfo")).queryByRole("textbox")).toBeNull();
  });

  it("says what and how often, and links to more", async () => {
    openWithNewsletter("/nowhere");
    const form = await footer();
    expect(form.getByText(consent)).toBeVisible();
    expect(form.getByRole("link", { name: "Choose topics" })).toHaveAttribute("href", "/newsletter");
    expect(form.getByRole("link", { name: "Past issues" })).toHaveAttribute("href", "/newsletter/archive");
  });

  it("says what it is doing, and takes another address afterwards", async () => {
    const answer = deferred<Response>();
    const { user, sent } = openWithNewsletter("/nowhere", { "POST /api/newsletter": () => answer.promise });
    const form = await footer();
    await user.type(form.getByRole("textbox", { name: "Email for the newsletter" }), " ann@example.com{Enter}");
    const button = await form.findByRole("button", { name: "Sending…" });
    await user.click(button);
    answer.settle(done());
    expect(await form.findByText(/^Check your inbox/)).toBeVisible();
    expect(form.getByRole("button", { name: "Sent" })).toHaveAttribute("aria-disabled", "true");
    await user.click(button);
    expect(sent("POST /api/newsletter")).toEqual([{ email: "ann@example.com" }]);
    await user.type(form.getByRole("textbox"), "x");
    expect(form.queryByText(/^Check your inbox/)).toBeNull();
    expect(form.getByRole("button", { name: "Subscribe" })).toHaveAttribute("aria-disabled", "false");
  });

  it("asks for an email before it asks the server", async () => {
    const { user, sent } = openWithNewsletter("/nowhere");
    const form = await footer();
    await user.click(form.getByRole("button", { name: "Subscribe" }));
    const field = form.getByRole("textbox", {
      name: "Email for the newsletter",
      description: "Please enter your email.",
    });
    expect(field).toHaveAttribute("aria-invalid", "true");
    expect(field).toHaveFocus();
    expect(sent("POST /api/newsletter")).toEqual([]);
    await user.type(field, "a");
    expect(field).not.toHaveAttribute("aria-invalid");
  });

  it("shows why it was refused, and can be sent again", async () => {
    const { user, server } = openWithNewsletter("/nowhere", {
      "POST /api/newsletter": () => refusal(429, "Too many tries. Please wait an hour."),
    });
    const form = await footer();
    await user.type(form.getByRole("textbox"), "ann@example.com{Enter}");
    expect(await form.findByText("Too many tries. Please wait an hour.")).toBeVisible();
    server.replies["POST /api/newsletter"] = () => Promise.reject(new TypeError("no connection"));
    await user.keyboard("{Enter}");
    expect(await form.findByText("Connection lost. Please try again.")).toBeVisible();
    server.replies["POST /api/newsletter"] = done;
    await waitFor(() => expect(form.getByRole("textbox")).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(await form.findByText(/^Check your inbox/)).toBeVisible();
  });
});

describe("the form for who has submitted a tool", () => {
  it("has the email that they gave", async () => {
    const { sent } = stubServer({ "POST /api/newsletter": done });
    render(
      <SiteProvider value={sampleSite({ newsletter: true })}>
        <NewsletterOffer email="ann@example.com" />
      </SiteProvider>,
    );
    const offer = within(screen.getByRole("region", { name: "New AI tools by email" }));
    expect(offer.getByRole("textbox", { name: "Email for the newsletter" })).toHaveValue("ann@example.com");
    await newUser().click(offer.getByRole("button", { name: "Subscribe" }));
    expect(await offer.findByText(/^Check your inbox/)).toBeVisible();
    expect(sent("POST /api/newsletter")).toEqual([{ email: "ann@example.com" }]);
  });

  it("is there only where there is a newsletter", () => {
    const { container } = render(
      <SiteProvider value={sampleSite()}>
        <NewsletterOffer email="" />
      </SiteProvider>,
    );
    expect(container).toBeEmptyDOMElement();
  });
});

const main = () => within(screen.getByRole("main"));
const topic = (name: string) => main().getByRole("checkbox", { name });
const boxes = (options = {}) => main().queryAllByRole("checkbox", options);
const names = () => boxes().map((box) => box.closest("label")?.textContent);
const issues = "GET /api/newsletter/issues";

const manyCategories = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: `Topic ${index + 1}`,
  slug: `topic-${index + 1}`,
  group: "Topics",
}));

describe("the page of the newsletter", () => {
  it("sends topics and cadence, and says what to do next", async () => {
    const { user, sent } = openWithNewsletter("/newsletter", { "POST /api/newsletter": done });
    await main().findByRole("heading", { name: "New AI tools, by email" });
    expect(main().queryByRole("searchbox")).toBeNull();
    await user.type(main().getByLabelText("Email"), "ann@example.com");
    await user.click(topic("Video"));
    await user.click(topic("Audio"));
    await user.click(topic("Music"));
    await user.click(topic("Music"));
    expect(main().getByText("Only Audio and Video.")).toBeVisible();
    await user.click(main().getByRole("radio", { name: "Monthly" }));
    await user.click(main().getByRole("button", { name: "Subscribe" }));
    expect(await main().findByRole("heading", { name: "Check your inbox" })).toHaveFocus();
    expect(sent("POST /api/newsletter")).toEqual([{ email: "ann@example.com", topics: [3, 1], cadence: "monthly" }]);
    await user.click(main().getByRole("button", { name: "Use another email" }));
    expect(main().getByLabelText("Email")).toHaveValue("");
  });

  it("asks for all topics weekly without a choice, and shows errors at their field", async () => {
    const message = "This email is too long.";
    const { user, sent } = openWithNewsletter("/newsletter", {
      "POST /api/newsletter": () => refusal(422, message, { fields: [{ field: "email", message }] }),
    });
    await user.click(await main().findByRole("button", { name: "Subscribe" }));
    expect(main().getByText("Please enter your email.")).toBeVisible();
    await user.type(main().getByLabelText("Email"), "ann@example.com{Enter}");
    expect(await main().findByText(message)).toBeVisible();
    expect(main().getByLabelText("Email")).toHaveFocus();
    expect(sent("POST /api/newsletter")).toEqual([{ email: "ann@example.com", topics: [], cadence: "weekly" }]);
  });

  it("finds topics in a long list, and keeps those that the search hides", async () => {
    const { user, sent } = openWithNewsletter("/newsletter", {}, manyCategories);
    const search = await main().findByRole("searchbox", { name: "Search topics" });
    await user.click(topic("Topic 2"));
    await user.type(search, " topic 5{Enter}");
    expect(names()).toEqual(["Topic 5", ...Array.from({ length: 10 }, (_, index) => `Topic 5${index}`)]);
    for (const name of ["Topic 5", "Topic 51", "Topic 52"]) await user.click(topic(name));
    expect(main().getByText("Only Topic 2, Topic 5 and 2 more.")).toBeVisible();
    await user.type(search, "x");
    expect(main().getByText("No matching topics.")).toBeVisible();
    await user.clear(search);
    expect(names()).toHaveLength(60);
    expect(boxes({ checked: true })).toHaveLength(4);
    await user.click(main().getByRole("button", { name: "Clear topics" }));
    expect(boxes({ checked: true })).toEqual([]);
    expect(search).toHaveFocus();
    expect(sent("POST /api/newsletter")).toEqual([]);
  });

  it("shows the last issue, if there is one", async () => {
    openWithNewsletter("/newsletter", { [issues]: sampleIssues(3) });
    const last = within(await screen.findByRole("region", { name: "Latest issue" }));
    expect(last.getByRole("link", { name: "Subject 3" })).toHaveAttribute("href", "/newsletter/archive/3");
    expect(last.getByRole("link", { name: "All past issues" })).toHaveAttribute("href", "/newsletter/archive");
    expect(last.queryByText("Subject 2")).toBeNull();
  });
});

describe("the archive", () => {
  it("lists the issues, the newest first", async () => {
    openWithNewsletter("/newsletter/archive", { [issues]: sampleIssues(2) });
    const links = await main().findAllByRole("link", { name: /^Subject/ });
    expect(links.map((link) => link.textContent)).toEqual(["Subject 2", "Subject 1"]);
    expect(main().getByText(/^Issue 2/)).toHaveTextContent("Issue 2 · Nov 2, 2026 · 12 tools");
    expect(main().getByRole("link", { name: "Subscribe" })).toHaveAttribute("href", "/newsletter");
  });

  it("says that there is none yet", async () => {
    openWithNewsletter("/newsletter/archive");
    expect(await main().findByText(/^No issue has been sent yet/)).toBeVisible();
    expect(main().getByRole("link", { name: "Subscribe" })).toHaveAttribute("href", "/newsletter");
  });

  it("is loading, and can be loaded again after a failure", async () => {
    await expectLoading((replies) => openWithNewsletter("/newsletter/archive", replies), issues, {
      loading: "Loading the issues",
      failed: "We couldn't load the issues.",
      reply: sampleIssues(1),
    });
    expect(await main().findByRole("link", { name: "Subject 1" })).toBeVisible();
  });
});

describe("an issue", () => {
  it("links no tool that was deleted since", async () => {
    const sections = sampleIssue().sections.map(({ kind, products }) => ({
      kind,
      products: products.map((product) => ({ ...product, slug: "" })),
    }));
    openWithNewsletter("/newsletter/archive/7", { "GET /api/newsletter/issues/7": sampleIssue({ sections }) });
    expect(await main().findByRole("heading", { level: 3, name: "Brush" })).toBeVisible();
    expect(main().queryByRole("link", { name: /Brush/ })).toBeNull();
    expect(main().queryByRole("button", { name: "Save Brush" })).toBeNull();
  });

  it("has its introduction, and its tools in sections", async () => {
    openWithNewsletter("/newsletter/archive/7", { "GET /api/newsletter/issues/7": sampleIssue({ number: 7 }) });
    expect(await main().findByRole("heading", { level: 1, name: "Three new AI tools" })).toBeVisible();
    expect(main().getByText(/^Issue 7/)).toHaveTextContent("Issue 7 · Nov 23, 2026 · Weekly");
    expect(main().getByText("all", { selector: "strong" })).toBeVisible();
    const headings = main().getAllByRole("heading", { level: 2 });
    expect(headings.map((heading) => heading.textContent)).toEqual(["New tools", "Deals"]);
    const deals = within(main().getByRole("region", { name: "Deals" }));
    expect(deals.getByRole("link", { name: "Brush" })).toHaveAttribute("href", "/products/brush");
    expect(deals.getByRole("link", { name: "Visit Brush" })).toHaveAttribute("href", "/go/brush?from=issue-7");
    expect(deals.getByText("Deal")).toBeVisible();
    expect(within(screen.getByRole("contentinfo")).getByRole("textbox")).toBeVisible();
    await waitFor(() => expect(document.title).toBe("Three new AI tools – Vitrine"));
  });

  it("may not be there, or not load", async () => {
    const { server, user } = openWithNewsletter("/newsletter/archive/8", { "GET /api/newsletter/issues/8": busy });
    await main().findByRole("heading", { name: "Couldn't load this issue" });
    server.replies["GET /api/newsletter/issues/8"] = () => refusal(404, "There is no such issue.");
    await user.click(main().getByRole("button", { name: "Try again" }));
    expect(await main().findByRole("heading", { name: "Issue not found" })).toBeVisible();
    expect(main().getByRole("link", { name: "All past issues" })).toHaveAttribute("href", "/newsletter/archive");
    await waitFor(() => expect(document.title).toBe("Issue Not Found – Vitrine"));
  });
});

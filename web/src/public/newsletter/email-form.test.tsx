import { render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SiteProvider } from "../../site";
import { deferred, openPage } from "../../testing/page";
import { sampleSite } from "../../testing/samples";
import { done, refusal, stubServer } from "../../testing/server";
import { newUser } from "../../testing/user";
import { consent } from "./consent";
import { NewsletterOffer } from "./offer";
import { openWithNewsletter } from "./testing";

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

import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SiteProvider } from "../../site";
import { queryClientWith } from "../../state";
import { deferred } from "../../testing/page";
import { sampleSite } from "../../testing/samples";
import { busy, done, type Reply, refusal, stubServer } from "../../testing/server";
import { newUser } from "../../testing/user";
import { newsletterSection } from "./account-section";
import { consent } from "./consent";
import { openWithNewsletter, sampleSubscription } from "./testing";

const main = () => within(screen.getByRole("main"));
const title = (name: string) => main().findByRole("heading", { level: 1, name });
const button = (name: string) => main().getByRole("button", { name });
const expired = () => refusal(404, "This link has expired.");

describe("confirming a subscription", () => {
  const confirm = "POST /api/newsletter/confirm";
  async function open(reply: Reply) {
    const page = openWithNewsletter("/newsletter/confirm#token", { [confirm]: reply });
    await title("Confirm your subscription");
    return page;
  }

  it("takes a press of the button", async () => {
    const { user, sent } = await open({ ...sampleSubscription, topics: [1, 3, 99] });
    expect(main().getByText(consent)).toBeVisible();
    expect(sent(confirm)).toEqual([]);
    await user.click(button("Confirm subscription"));
    expect(await title("You're subscribed")).toHaveFocus();
    expect(sent(confirm)).toEqual([{ token: "token" }]);
    expect(main().getByText("ann@example.com gets the newsletter weekly: Audio and Video.")).toBeVisible();
    expect(main().getByRole("link", { name: "Choose topics" })).toHaveAttribute("href", "/newsletter/settings#token");
  });

  it("says that the link has no token, until one comes", async () => {
    openWithNewsletter("/newsletter/confirm");
    await title("This link is incomplete");
    expect(main().getByRole("link", { name: "Subscribe again" })).toHaveAttribute("href", "/newsletter");
    act(() => {
      location.hash = "#token";
    });
    await title("Confirm your subscription");
  });

  it("says that the link has expired", async () => {
    const { user } = await open(expired);
    await user.click(button("Confirm subscription"));
    expect(await title("This link has expired")).toHaveFocus();
  });

  it("can be tried again after a failure", async () => {
    const { user, server } = await open(busy);
    await user.click(button("Confirm subscription"));
    expect(await main().findByText("The site is busy.")).toBeVisible();
    server.replies[confirm] = sampleSubscription;
    await user.click(button("Confirm subscription"));
    await title("You're subscribed");
  });
});

describe("the settings of a subscription", () => {
  const settings = "GET /api/newsletter/settings";
  const openSettings = (reply: Reply, replies: Record<string, Reply> = {}) =>
    openWithNewsletter("/newsletter/settings#token", { [settings]: reply, ...replies });

  it("are those of the token, and can be changed", async () => {
    const stored = { ...sampleSubscription, topics: [3, 99], cadence: "monthly" };
    const { user, sent } = openSettings(stored, {
      "PUT /api/newsletter/settings": (body: object) => ({ ...sampleSubscription, ...body }),
    });
    expect(await main().findByText("For ann@example.com.")).toBeVisible();
    expect(main().getByRole("checkbox", { name: "Video" })).toBeChecked();
    expect(main().getByRole("radio", { name: "Monthly" })).toBeChecked();
    await user.click(main().getByRole("checkbox", { name: "Audio" }));
    await user.click(main().getByRole("radio", { name: "Weekly" }));
    await user.click(button("Save settings"));
    expect(await screen.findByText("Settings saved")).toBeVisible();
    expect(sent("PUT /api/newsletter/settings")).toEqual([{ token: "token", topics: [3, 1], cadence: "weekly" }]);
  });

  it("end with one click, which can be undone", async () => {
    const stored = { ...sampleSubscription, topics: [3] };
    const { user, sent } = openSettings(stored, {
      "POST /api/newsletter/leave": done,
      "PUT /api/newsletter/settings": stored,
    });
    await main().findByText("For ann@example.com.");
    await user.click(button("Unsubscribe"));
    expect(await title("You're unsubscribed")).toHaveFocus();
    expect(sent("POST /api/newsletter/leave")).toEqual([{ token: "token" }]);
    await user.click(button("Subscribe again"));
    expect(await title("Newsletter settings")).toHaveFocus();
    expect(sent("PUT /api/newsletter/settings")).toEqual([{ token: "token", topics: [3], cadence: "weekly" }]);
  });

  it("say why leaving failed", async () => {
    const { user } = openSettings(sampleSubscription, {
      "POST /api/newsletter/leave": () => Promise.reject(new TypeError("no connection")),
    });
    await main().findByText("For ann@example.com.");
    await user.click(button("Unsubscribe"));
    expect(await main().findByText("Connection lost. Please try again.")).toBeVisible();
    expect(button("Unsubscribe")).toHaveFocus();
  });

  it.each([
    ["unconfirmed", "Not confirmed yet", "Confirm subscription"],
    ["unsubscribed", "You're unsubscribed", "Subscribe again"],
    ["refused", "Newsletter settings", "Subscribe again"],
  ])("of an address that is %s say so", async (status, heading, action) => {
    openSettings({ ...sampleSubscription, status });
    expect(await title(heading)).not.toHaveFocus();
    expect(await main().findByText(action)).toBeVisible();
  });

  it("need a token or an account", async () => {
    const { sent } = openWithNewsletter("/newsletter/settings");
    const link = await main().findByRole("link", { name: "Sign in to your account" });
    expect(link).toHaveAttribute("href", "/sign-in?to=/newsletter/settings");
    expect(sent(settings)).toEqual([]);
  });

  it("ask whose session has ended to sign in", async () => {
    const replies = { [settings]: () => refusal(401, "Please sign in.") };
    // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
    document.cookie = "signed_in=1; Path=/";
    openWithNewsletter("/newsletter/settings", { "GET /api/favorites": [], ...replies });
    await main().findByRole("link", { name: "Sign in to your account" });
  });

  it("are loading, and say that they can't be loaded, or that the link has expired", async () => {
    const answer = deferred<unknown>();
    const { server, user } = openSettings(() => answer.promise);
    expect(await main().findByText("Loading your settings")).toBeInTheDocument();
    answer.settle(busy());
    await title("Couldn't load your settings");
    server.replies[settings] = expired;
    await user.click(button("Try again"));
    await title("This link has expired");
  });
});

describe("the newsletter in the account", () => {
  let last: Promise<unknown> | undefined;
  const during = <Answer,>(call: Promise<Answer>) => {
    last = call;
    return call;
  };
  const open = (status: string, replies = {}) => {
    const server = stubServer({
      "GET /api/newsletter/settings": { ...sampleSubscription, status, topics: [2] },
      ...replies,
    });
    const { container } = render(
      <QueryClientProvider client={queryClientWith()}>
        <SiteProvider value={sampleSite({ newsletter: true })}>
          <newsletterSection.Content email="ann@example.com" during={during} />
        </SiteProvider>
      </QueryClientProvider>,
    );
    return { server, sent: server.sent, user: newUser(), section: within(container) };
  };

  it("is changed without typing an email", async () => {
    const { user, section, sent } = open("confirmed", {
      "PUT /api/newsletter/settings": { ...sampleSubscription, cadence: "monthly" },
    });
    expect(await section.findByText("Sent to ann@example.com weekly: Music.")).toBeVisible();
    await user.click(section.getByRole("button", { name: "Change" }));
    expect(section.queryByRole("textbox")).toBeNull();
    await user.click(section.getByRole("checkbox", { name: "Music" }));
    await user.click(section.getByRole("radio", { name: "Monthly" }));
    await user.click(section.getByRole("button", { name: "Save" }));
    expect(await section.findByText("Sent to ann@example.com monthly: all topics.")).toBeVisible();
    expect(sent("PUT /api/newsletter/settings")).toEqual([{ topics: [], cadence: "monthly" }]);
    await waitFor(() => expect(section.getByRole("button", { name: "Change" })).toHaveFocus());
  });

  it("is left and got again", async () => {
    const { user, section, sent } = open("confirmed", {
      "POST /api/newsletter/leave": done,
      "PUT /api/newsletter/settings": { ...sampleSubscription, topics: [2] },
    });
    await user.click(await section.findByRole("button", { name: "Unsubscribe" }));
    expect(await section.findByText("ann@example.com is unsubscribed.")).toBeVisible();
    expect(sent("POST /api/newsletter/leave")).toEqual([{}]);
    await waitFor(() => expect(section.getByRole("button", { name: "Subscribe" })).toHaveFocus());
    await user.click(section.getByRole("button", { name: "Subscribe" }));
    expect(await section.findByText("Sent to ann@example.com weekly: Music.")).toBeVisible();
    expect(sent("PUT /api/newsletter/settings")).toEqual([{ topics: [2], cadence: "weekly" }]);
  });

  it("says who doesn't get it", async () => {
    const { section } = open("none");
    expect(await section.findByText("You're not subscribed.")).toBeVisible();
    expect(section.getByText(consent)).toBeVisible();
  });

  it("can be loaded again after a failure", async () => {
    const { user, section, server } = open("none", { "GET /api/newsletter/settings": busy });
    expect(await section.findByText("The site is busy.")).toBeVisible();
    server.replies["GET /api/newsletter/settings"] = sampleSubscription;
    await user.click(section.getByRole("button", { name: "Try again" }));
    expect(await section.findByRole("button", { name: "Unsubscribe" })).toBeVisible();
  });

  it("lets the account notice that the session has ended", async () => {
    const { user, section } = open("confirmed", {
      "POST /api/newsletter/leave": () => refusal(401, "Please sign in."),
    });
    await user.click(await section.findByRole("button", { name: "Unsubscribe" }));
    expect(await section.findByText("Please sign in.")).toBeVisible();
    await expect(last).rejects.toMatchObject({ status: 401 });
  });
});

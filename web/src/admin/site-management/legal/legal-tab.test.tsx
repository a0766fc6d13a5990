import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { copiedFor } from "../../../kit/admin/copy-button";
import { debounceDelay } from "../../../kit/admin/use-debounced";
import { expectLoading } from "../../../testing/loading";
import { deferred } from "../../../testing/page";
import { refusal } from "../../../testing/server";
import { open, page, press, titles, toastOf } from "../../../testing/site-management";
import { limits } from "./legal-rules";

describe("a legal page", () => {
  it("has its default title and no content until it is saved, and shows what visitors read", async () => {
    const { user } = open("");
    for (const title of Object.values(titles)) {
      await user.click(await screen.findByRole("link", { name: new RegExp(`^${title}`) }));
      await waitFor(() => expect(screen.getByRole("textbox", { name: "Page Title" })).toHaveValue(title));
      expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveValue("");
      expect(screen.getByRole("heading", { name: "Built in" })).toBeVisible();
    }
    expect(screen.getByText("Nothing saved yet: visitors see the built-in text.")).toBeVisible();
    expect(await screen.findAllByText("Built-in text")).toHaveLength(4);
  });

  it("shows the saved page, and is saved by the button or Ctrl+Enter", async () => {
    const answer = deferred<unknown>();
    const saved = { title: "Ours", content: "**Old**", updatedAt: "2026-03-04T05:06:07Z", html: "<p>Old</p>" };
    const { user, sent } = open("?page=gdpr-cookies", {
      "GET /api/legal-pages/gdpr-cookies": page("gdpr-cookies", saved),
      "POST /api/legal-pages": () => answer.promise,
    });
    const content = await screen.findByRole("textbox", { name: "Page Content" });
    expect(content).toHaveValue("**Old**");
    await user.clear(content);
    await user.type(content, "New {Control>}{Enter}{/Control}");
    expect(await screen.findByRole("button", { name: "Saving..." })).toBeDisabled();
    answer.settle({ ...page("gdpr-cookies"), title: "Ours", content: "New", updatedAt: "2026-03-05T05:06:07Z" });
    expect(await screen.findByText("Legal page saved successfully")).toBeInTheDocument();
    expect(sent("POST /api/legal-pages")).toEqual([{ type: "gdpr-cookies", title: "Ours", content: "New" }]);
    expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveValue("New");
    expect(screen.queryByText("Unsaved changes")).toBeNull();
    await user.click(screen.getByRole("tab", { name: "Social Media" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("keeps text typed during a save as unsaved", async () => {
    const answer = deferred<unknown>();
    const { user } = open("", { "POST /api/legal-pages": () => answer.promise });
    await user.type(await screen.findByRole("textbox", { name: "Page Content" }), "One");
    await press(user, "Save Legal Page");
    await user.type(screen.getByRole("textbox", { name: "Page Content" }), " and two");
    answer.settle(page("privacy-policy", { content: "One", updatedAt: "2026-03-05T05:06:07Z" }));
    expect(await screen.findByText("Legal page saved successfully")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveValue("One and two");
    expect(screen.getByText("Unsaved changes")).toBeVisible();
  });

  it("shows why it was rejected, at its field and in a toast", async () => {
    const fields = [{ field: "content", message: "Please use at most 200000 characters" }];
    const { user } = open("", { "POST /api/legal-pages": refusal(422, "The text is too long.", { fields }) });
    const title = await screen.findByRole("textbox", { name: "Page Title" });
    await user.clear(title);
    await press(user, "Save Legal Page");
    expect(await screen.findByText("Please enter a title")).toBeVisible();
    await user.type(title, "T");
    await press(user, "Save Legal Page");
    expect(await toastOf("Failed to save legal page")).toHaveTextContent("The text is too long.");
    expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveAccessibleDescription(/at most 200000/);
    expect(title).toHaveValue("T");
  });

  it("shows the server's HTML of the text, and an error if there is none", async () => {
    const { server, user, sent } = open("");
    const content = await screen.findByRole("textbox", { name: "Page Content" });
    fireEvent.input(content, { target: { value: "Hello" } }); // in one step, as slow typing would request the preview of the first letters too
    const preview = screen.getByRole("region", { name: "Preview" });
    expect(await within(preview).findByText("Hello")).toBeVisible();
    expect(sent("POST /api/legal-pages/preview")).toEqual([{ content: "Hello" }]);
    server.replies["POST /api/legal-pages/preview"] = refusal(503, "Busy.");
    await user.type(screen.getByRole("textbox", { name: "Page Content" }), " you");
    expect(await within(preview).findByRole("alert")).toHaveTextContent("Busy.");
  });

  it("requests no preview if its text is too long, and keeps the last one", async () => {
    const { sent } = open("");
    const content = await screen.findByRole("textbox", { name: "Page Content" });
    const preview = screen.getByRole("region", { name: "Preview" });
    for (const [text, seen] of [
      ["Short", "Short"],
      ["W".repeat(limits.content + 1), "Short"],
      ["Again", "Again"],
    ] as const) {
      fireEvent.input(content, { target: { value: text } });
      await act(() => new Promise((then) => setTimeout(then, debounceDelay + 100)));
      expect(await within(preview).findByText(seen)).toBeVisible();
    }
    expect(sent("POST /api/legal-pages/preview")).toEqual([{ content: "Short" }, { content: "Again" }]);
  });

  it("is formatted by the buttons above it", async () => {
    const { user } = open("");
    const content = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Page Content" });
    await user.type(content, "We care");
    content.setSelectionRange(3, 7);
    await press(user, "Bold");
    expect(content).toHaveValue("We **care**");
    expect(screen.getByText("Unsaved changes")).toBeVisible();
    expect(content).toHaveFocus();
  });

  it("offers a retry button if it cannot be loaded", async () => {
    const reply = page("privacy-policy");
    await expectLoading((replies) => open("", replies), "GET /api/legal-pages/privacy-policy", {
      failed: "The site is busy.",
      reply,
    });
    expect(await screen.findByRole("textbox", { name: "Page Title" })).toHaveValue("Privacy Policy");
  });
});

describe("the draft of a legal page", () => {
  const instructions = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Custom Instructions" });
  const call = "POST /api/ai/generate-legal-content";

  it("needs instructions", async () => {
    const { user, sent } = open("");
    const generate = await screen.findByRole("button", { name: "Generate Legal Content" });
    expect(generate).toBeDisabled();
    await user.type(instructions(), " ");
    await user.click(generate);
    const hint = "Please enter a custom prompt or use the default suggestion";
    expect(await toastOf("Prompt Required")).toHaveTextContent(hint);
    expect(sent(call)).toEqual([]);
  });

  it("is made with the default prompt, copied, and used", async () => {
    const answer = deferred<unknown>();
    const { user, sent } = open("?page=terms-of-service", { [call]: () => answer.promise });
    await user.click(await screen.findByRole("button", { name: "Use Default Prompt" }));
    expect(instructions().value).toContain("Write terms of service");
    await press(user, "Generate Legal Content");
    expect(await screen.findByRole("button", { name: "Generating Content..." })).toBeDisabled();
    answer.settle({ content: "## Terms\n\nBe kind." });
    expect(await toastOf("Content Generated")).toHaveTextContent("AI has generated new legal content for your review");
    expect(sent(call)[0]).toMatchObject({ pageType: "terms-of-service", currentContent: "" });
    expect(screen.getByRole("region", { name: "Draft" })).toHaveTextContent("Be kind.");
    expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveValue("");

    await press(user, "Copy generated content");
    expect(await navigator.clipboard.readText()).toBe("## Terms\n\nBe kind.");
    expect(await screen.findByText("Copied to Clipboard")).toBeInTheDocument();
    expect(copiedFor).toBe(2000);
    expect(screen.getByRole("button", { name: "Copied generated content" })).toBeVisible();
    expect(await screen.findByRole("button", { name: "Copy generated content" })).toBeVisible();

    await press(user, "Use This Content");
    expect(await screen.findByText("Content Applied")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveValue("## Terms\n\nBe kind.");
    expect(screen.queryByRole("region", { name: "Draft" })).toBeNull();
    expect(sent("POST /api/legal-pages")).toEqual([]);
  });

  it("is cleared, and needs a confirmation if it is unused", async () => {
    const { user } = open("", { [call]: { content: "Words." } });
    await user.type(await screen.findByRole("textbox", { name: "Custom Instructions" }), "Short");
    await press(user, "Generate Legal Content");
    await screen.findByRole("button", { name: "Clear" });
    await user.click(screen.getByRole("tab", { name: "Social Media" }));
    await press(user, "Keep editing");
    await press(user, "Clear");
    expect(screen.queryByRole("region", { name: "Draft" })).toBeNull();
    await user.click(screen.getByRole("tab", { name: "Social Media" }));
    expect(await screen.findByRole("heading", { name: "Current Links" })).toBeVisible();
  });

  it("shows beforehand that it is unavailable, and can still be requested", async () => {
    const message = "AI drafting is not configured. Please set VITRINE_AI_MODEL.";
    const { user } = open("", { "GET /api/drafting": { configured: false, message }, [call]: refusal(503, message) });
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole("button", { name: "Generate Legal Content" })).toHaveAccessibleDescription(message);
    await press(user, "Use Default Prompt");
    await press(user, "Generate Legal Content");
    expect(await toastOf("Generation Failed")).toHaveTextContent("Failed to generate content. Please try again.");
    expect(screen.getAllByText(message)).toHaveLength(1);
    expect(screen.getByRole("alert")).toHaveTextContent(message);
  });

  it("shows no such note if it is available", async () => {
    open("", { "GET /api/drafting": { configured: true, message: "" } });
    const button = await screen.findByRole("button", { name: "Generate Legal Content" });
    expect(button).toHaveAccessibleDescription("");
  });

  it("shows the contract's message when it fails, and the reason next to it", async () => {
    const { user } = open("", { [call]: refusal(503, "AI drafting is not configured.") });
    await user.type(await screen.findByRole("textbox", { name: "Custom Instructions" }), "Short");
    await press(user, "Generate Legal Content");
    expect(await toastOf("Generation Failed")).toHaveTextContent("Failed to generate content. Please try again.");
    expect(await screen.findByText("AI drafting is not configured.")).toBeVisible();
  });
});

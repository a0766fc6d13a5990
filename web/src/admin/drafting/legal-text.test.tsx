import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { copiedFor } from "../../kit/admin/copy-button";
import { deferred } from "../../testing/page";
import { refusal } from "../../testing/server";
import { open, press, toastOf } from "../../testing/site-management";

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

import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { newQueryClient } from "../../api/client";
import { copiedFor } from "../../kit/admin/buttons";
import { shownToast } from "../../testing/dialog";
import { deferred } from "../../testing/page";
import { type Reply, refusal, stubServer } from "../../testing/server";
import { open, press, toastOf } from "../../testing/site-management";
import { newUser } from "../../testing/user";
import { Introduction, ToolNote } from "./form-texts";
import { Refusal } from "./use-drafting";

describe("the draft of a legal page", () => {
  const instructions = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Custom Instructions" });
  const call = "POST /api/ai/generate-legal-content";

  it("needs instructions", async () => {
    const { user, sent } = open("?tab=legal");
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
    const { user, sent } = open("?tab=legal&page=terms-of-service", { [call]: () => answer.promise });
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
    const { user } = open("?tab=legal", { [call]: { content: "Words." } });
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

  it("is folded to one line where it is unavailable; opened, it says why, and can still be requested", async () => {
    const message = "AI drafting is not configured. Please set VITRINE_AI_MODEL.";
    const { user } = open("?tab=legal", {
      "GET /api/drafting": { configured: false, message },
      [call]: refusal(503, message),
    });
    const line = await screen.findByText("Not set up");
    expect(screen.getByText(message)).not.toBeVisible();
    await user.click(line);
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByRole("button", { name: "Generate Legal Content" })).toHaveAccessibleDescription(message);
    await press(user, "Use Default Prompt");
    await press(user, "Generate Legal Content");
    expect(await toastOf("Generation Failed")).toHaveTextContent("Failed to generate content. Please try again.");
    expect(screen.getAllByText(message)).toHaveLength(1);
    expect(screen.getByRole("alert")).toHaveTextContent(message);
  });

  it("shows no such note if it is available", async () => {
    open("?tab=legal", { "GET /api/drafting": { configured: true, message: "" } });
    const button = await screen.findByRole("button", { name: "Generate Legal Content" });
    expect(button).toHaveAccessibleDescription("");
  });

  it("shows the contract's message when it fails, and the reason next to it", async () => {
    const { user } = open("?tab=legal", { [call]: refusal(503, "AI drafting is not configured.") });
    await user.type(await screen.findByRole("textbox", { name: "Custom Instructions" }), "Short");
    await press(user, "Generate Legal Content");
    expect(await toastOf("Generation Failed")).toHaveTextContent("Failed to generate content. Please try again.");
    expect(await screen.findByText("AI drafting is not configured.")).toBeVisible();
  });
});

function Form() {
  const [introduction, setIntroduction] = useState("Why");
  const [note, setNote] = useState("");
  const collection = { title: " Best of", introduction, tools: [{ id: 2 }, { id: 1 }] };
  return (
    <>
      <Introduction collection={collection} change={setIntroduction} refusal="why" />
      <Refusal id="why" />
      <ToolNote collection={collection} tool={{ id: 1, name: "Tool 1" }} note={note} change={setNote} />
      <output>{`${introduction}, ${note}`}</output>
    </>
  );
}

function openForm(replies: Record<string, Reply>) {
  const { sent } = stubServer(replies);
  render(
    <QueryClientProvider client={newQueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  const user = newUser();
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  return { sent, press };
}

it("the introduction of a collection and a note are drafted, and used only after a click", async () => {
  const { sent, press } = openForm({
    "GET /api/drafting": { configured: true, message: "" },
    "POST /api/ai/generate-collection-introduction": { introduction: "Drafted", note: "" },
    "POST /api/ai/generate-collection-note": { text: "Noted", note: "" },
  });
  await press("Draft");
  await press("Replace");
  await press("Draft a note on Tool 1");
  await screen.findByText("Noted");
  expect(document.querySelector("output")).toHaveTextContent("Drafted,");
  await press("Use this text");
  expect(document.querySelector("output")).toHaveTextContent("Drafted, Noted");
  expect(sent("POST /api/ai/generate-collection-introduction")).toEqual([
    { title: "Best of", currentIntroduction: "Why", tools: [2, 1] },
  ]);
  expect(sent("POST /api/ai/generate-collection-note")).toEqual([{ title: "Best of", tool: 1 }]);
});

it("says why a collection's texts can't be drafted", async () => {
  const { sent, press } = openForm({
    "GET /api/drafting": { configured: false, message: "AI drafting is not configured." },
  });
  expect(await screen.findByText("AI drafting is not configured.")).not.toBeVisible(); // until it is unfolded
  expect(screen.getByRole("button", { name: "Draft" })).toHaveAccessibleDescription("AI drafting is not configured.");
  expect(screen.queryByRole("button", { name: /^Draft a note/ })).toBeNull();
  await press("Draft");
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Couldn't draft the introduction" }));
  expect(sent("POST /api/ai/generate-collection-introduction")).toEqual([]);
});

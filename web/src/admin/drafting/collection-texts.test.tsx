import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { newQueryClient } from "../../api/client";
import { shownToast } from "../../testing/dialog";
import { type Reply, stubServer } from "../../testing/server";
import { newUser } from "../../testing/user";
import { Introduction, ToolNote } from "./collection-texts";
import { Refusal } from "./use-drafting";

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

function open(replies: Record<string, Reply>) {
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
  const { sent, press } = open({
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
  const { sent, press } = open({
    "GET /api/drafting": { configured: false, message: "AI drafting is not configured." },
  });
  expect(await screen.findByText("AI drafting is not configured.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Draft" })).toHaveAccessibleDescription("AI drafting is not configured.");
  await press("Draft");
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Couldn't draft the introduction" }));
  expect(sent("POST /api/ai/generate-collection-introduction")).toEqual([]);
});

import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { chosenCategories, field, openDialog, press, shownToast } from "../../testing/dialog";
import { deferred, failure } from "../../testing/page";
import { refusal } from "../../testing/server";
import { phrasesIn } from "./form-texts";

const notConfigured = "AI drafting is not configured. Please set VITRINE_AI_BASE_URL.";

async function named(replies = {}) {
  const { server, user } = openDialog(replies);
  await user.type(field("Name"), " Lumen ");
  await user.type(field("Website"), "https://lumen.example");
  return { server, user };
}

describe("drafting a text", () => {
  it("needs a name, and shows so before any request", async () => {
    const { server, user } = openDialog();
    const description = "Please enter a product name first";
    for (const button of ["Generate", "Generate use cases"]) {
      await press(user, button);
      expect(shownToast()).toMatchObject({ title: "Validation Error", description, tone: "destructive" });
      expect(field("Name")).toHaveFocus();
    }
    expect(server.changes()).toEqual([]);
  });

  it("needs a website for a description", async () => {
    const { server, user } = openDialog();
    await user.type(field("Name"), "Lumen");
    await press(user, "Generate");
    expect(shownToast()).toMatchObject({ description: "Please enter a website URL first" });
    expect(field("Website")).toHaveFocus();
    expect(server.changes()).toEqual([]);
  });

  it("needs both to enhance a description, which is only offered if there is one", async () => {
    const { server, user } = openDialog();
    expect(screen.queryByRole("button", { name: "Enhance" })).toBeNull();
    await user.type(field("Description"), "Lights.");
    await press(user, "Enhance");
    expect(shownToast()).toMatchObject({ description: "Please enter product name and website URL first" });
    expect(server.changes()).toEqual([]);
    await user.clear(field("Description"));
    expect(screen.queryByRole("button", { name: "Enhance" })).toBeNull();
  });

  it("shows the draft first, and fills the field when it is accepted", async () => {
    const reply = deferred<unknown>();
    const { server, user } = await named({
      "POST /api/generate-description": () => reply.promise,
      "POST /api/enhance-description": { description: "Lights up two rooms." },
      "POST /api/ai/generate-usecases": { useCases: "Reading\nWriting" },
    });
    await press(user, "Generate");
    const dialog = await screen.findByRole("dialog", { name: "Draft of the description" });
    expect(within(dialog).getByRole("button", { name: "Use this text" })).toBeDisabled();
    await act(async () => reply.settle({ description: "Lights up a room." }));
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Description Generated!" }));
    await press(user, "Use this text");
    await waitFor(() => expect(field("Description")).toHaveValue("Lights up a room."));
    await press(user, "Enhance");
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Description Enhanced!" }));
    await press(user, "Replace");
    await waitFor(() => expect(field("Description")).toHaveValue("Lights up two rooms."));
    await press(user, "Generate use cases");
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Use Cases Generated!" }));
    await press(user, "Use this text");
    await waitFor(() => expect(field("Use cases")).toHaveValue("Reading\nWriting"));
    const source = { productName: "Lumen", websiteUrl: "https://lumen.example" };
    expect(server.changes()).toEqual([
      { call: "POST /api/generate-description", body: source },
      { call: "POST /api/enhance-description", body: { ...source, currentDescription: "Lights up a room." } },
      { call: "POST /api/ai/generate-usecases", body: { ...source, description: "Lights up two rooms." } },
    ]);
  });

  it("takes what people say as lines, without the marks of a list", async () => {
    const { server, user } = await named({
      "POST /api/ai/generate-phrases": { phrases: "- read in bed\n- see at night" },
    });
    await press(user, "Draft");
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Phrases drafted" }));
    await press(user, "Use this text");
    await waitFor(() => expect(field("What people say")).toHaveValue("read in bed\nsee at night"));
    const body = { productName: "Lumen", websiteUrl: "https://lumen.example", description: "" };
    expect(server.changes()).toEqual([{ call: "POST /api/ai/generate-phrases", body }]);
    expect(phrasesIn('1. "Read in bed."\n\n 2) see 3 stars \n• 2 lamps\n3d lamp\n* “glow”')).toEqual([
      "Read in bed",
      "see 3 stars",
      "2 lamps",
      "3d lamp",
      "glow",
    ]);
  });

  it("replaces nothing automatically, and keeps the text when the draft is rejected", async () => {
    const { user } = await named({ "POST /api/enhance-description": { description: "Lights up two rooms." } });
    await user.type(field("Description"), "Lights up a room.");
    await press(user, "Enhance");
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Description Enhanced!" }));
    expect(document.querySelector("textarea[name=description]")).toHaveValue("Lights up a room.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await press(user, "Keep the current text");
    expect(field("Description")).toHaveValue("Lights up a room.");
  });

  const noUseCases = "Failed to generate use cases. Please try again.";
  it.each([
    ["Generate", "POST /api/generate-description", "Generation Failed", notConfigured],
    ["Enhance", "POST /api/enhance-description", "Enhancement Failed", notConfigured],
    ["Generate use cases", "POST /api/ai/generate-usecases", "Generation Failed", noUseCases],
  ])("shows that drafting is unavailable: %s", async (button, call, title, description) => {
    const { user } = await named({ [call]: refusal(503, notConfigured) });
    await user.type(field("Description"), "Mine.");
    await press(user, button);
    await waitFor(() => expect(shownToast()).toMatchObject({ title, description, tone: "destructive" }));
    const dialog = within(screen.getByRole("dialog", { name: /draft|enhanced/i }));
    expect(dialog.getByRole("alert")).toHaveTextContent(notConfigured);
    await user.click(dialog.getByRole("button", { name: /^(Keep the current text|Close)$/ }));
    expect(field("Description")).toHaveValue("Mine.");
    expect(screen.getByRole("button", { name: button })).toBeEnabled();
  });

  it.each([
    ["Generate", "POST /api/generate-description", refusal(502, "No."), "Generation Failed", "No."],
    ["Generate", "POST /api/generate-description", failure(502), "Generation Failed", "Failed to generate description"],
    ["Enhance", "POST /api/enhance-description", failure(504), "Enhancement Failed", "Failed to enhance description"],
    ["Generate use cases", "POST /api/ai/generate-usecases", refusal(502, "No."), "Generation Failed", noUseCases],
  ])("leaves the form as it was when it fails: %s", async (button, call, reply, title, description) => {
    const { user } = await named({ [call]: reply });
    await user.type(field("Description"), "Mine.");
    await press(user, button);
    await waitFor(() => expect(shownToast()).toMatchObject({ title, description }));
    expect(screen.getByRole("button", { name: "Try again" })).toBeEnabled();
    await user.keyboard("{Escape}");
    expect(field("Description")).toHaveValue("Mine.");
    expect(field("Use cases")).toHaveValue("");
  });

  it("shows that it is not configured, next to the buttons and again when one is clicked", async () => {
    const { server, user } = await named({ "GET /api/drafting": { configured: false, message: notConfigured } });
    expect(await screen.findByText(notConfigured)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Generate" })).toHaveAccessibleDescription(notConfigured);
    await press(user, "Generate use cases");
    expect(shownToast()).toMatchObject({ title: "Generation Failed", description: notConfigured });
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
    expect(server.changes()).toEqual([]);
    await press(user, "Cancel");
    await press(user, "Discard changes");
    expect(shownToast()).toBeUndefined(); // it was about the form
  });
});

const suggestions = {
  name: "Lumen",
  description: "Lights.",
  image: "",
  icon: "https://lumen.example/icon.png",
  categories: ["Video"],
};

describe("filling in the form from a website", () => {
  it("needs a website", async () => {
    const { server, user } = openDialog();
    await press(user, "Fill from website");
    expect(shownToast()).toMatchObject({ description: "Please enter a website URL first" });
    expect(field("Website")).toHaveFocus();
    expect(server.changes()).toEqual([]);
  });

  it("fills empty fields, and others that are chosen", async () => {
    const { server, user } = openDialog({ "POST /api/fill-from-website": suggestions });
    await user.type(field("Website"), " https://lumen.example ");
    await user.type(field("Name"), "Mine");
    await press(user, "Fill from website");
    const dialog = within(await screen.findByRole("dialog", { name: "Fill from website" }));
    expect(await dialog.findByRole("checkbox", { name: /^Name/ })).not.toBeChecked();
    expect(dialog.getByRole("checkbox", { name: /^Description/ })).toBeChecked();
    await user.click(dialog.getByRole("checkbox", { name: /^Logo/ }));
    await user.click(dialog.getByRole("button", { name: "Fill in" }));
    await waitFor(() => expect(field("Description")).toHaveValue("Lights."));
    expect(field("Name")).toHaveValue("Mine");
    expect(field("Logo")).toHaveValue("");
    expect(chosenCategories()).toEqual(["Video"]);
    expect(server.changes()).toEqual([{ call: "POST /api/fill-from-website", body: { url: "https://lumen.example" } }]);
  });

  it("shows why it failed, and that there is nothing new", async () => {
    let reply: unknown = refusal(422, "Couldn't read this website. Please check its URL");
    const { user } = openDialog({ "POST /api/fill-from-website": () => reply });
    await user.type(field("Website"), "https://lumen.example");
    await press(user, "Fill from website");
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't read this website. Please check its URL.");
    reply = { name: "", description: "", image: "", icon: "", categories: [] };
    await press(user, "Try again");
    expect(await screen.findByText(/Nothing new found on the website/)).toBeInTheDocument();
  });
});

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { debounceDelay } from "../../../kit/admin/use-debounced";
import { deferred, expectLoading } from "../../../testing/page";
import { refusal } from "../../../testing/server";
import { open, page, press, titles, toastOf } from "../../../testing/site-management";
import { limits } from "./legal-editor";

describe("a legal page", () => {
  it("has its default title and no content until it is saved, and shows what visitors read", async () => {
    const { user } = open("?tab=legal");
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

  it("begins with the built-in text on request, which saves nothing", async () => {
    const legal = [{ type: "privacy-policy", title: "Privacy Policy", content: "## Ours" }];
    const { user, sent } = open("?tab=legal", { "GET /api/admin/settings": { legal } });
    await user.click(await screen.findByRole("button", { name: "Start from the built-in text" }));
    expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveValue("## Ours");
    expect(screen.queryByRole("button", { name: "Start from the built-in text" })).toBeNull();
    expect(screen.getByText("Unsaved changes")).toBeVisible();
    expect(sent("POST /api/legal-pages")).toEqual([]);
  });

  it("keeps text typed during a save as unsaved", async () => {
    const answer = deferred<unknown>();
    const { user } = open("?tab=legal", { "POST /api/legal-pages": () => answer.promise });
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
    const { user } = open("?tab=legal", { "POST /api/legal-pages": refusal(422, "The text is too long.", { fields }) });
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
    const { server, user, sent } = open("?tab=legal");
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
    const { sent } = open("?tab=legal");
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
    const { user } = open("?tab=legal");
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
    await expectLoading((replies) => open("?tab=legal", replies), "GET /api/legal-pages/privacy-policy", {
      failed: "The site is busy.",
      reply,
    });
    expect(await screen.findByRole("textbox", { name: "Page Title" })).toHaveValue("Privacy Policy");
  });
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { openPage, stubApi } from "../../testing/page";
import { customChoiceOf, fieldPaths } from "./fields";

async function show(hash = "") {
  const { asked } = stubApi({});
  const page = openPage(`/veo3-generator${hash}`);
  await screen.findByRole("heading", { level: 1, name: "VEO 3 Script Generator" });
  return { ...page, asked };
}
const prompt = () => JSON.parse(screen.getByRole("region", { name: "JSON" }).textContent ?? "");
const list = (name: string) => screen.getByRole("combobox", { name });
const box = (name: string) => screen.getByRole("textbox", { name });

describe("the generator", () => {
  it("has every card with its fields, and {} for an empty form", async () => {
    await show();
    const cards = within(screen.getByRole("main"))
      .getAllByRole("group")
      .map((card) => [
        within(card).getByRole("heading", { level: 2 }).textContent,
        [...card.querySelectorAll("label")].map((label) => label.textContent),
      ]);
    expect(cards).toEqual([
      ["Style", ["Style"]],
      ["Shot", ["Composition", "Camera Motion", "Frame Rate"]],
      ["Scene", ["Location", "Time of Day", "Environment"]],
      ["Visual Details", ["Action", "Props"]],
      ["Cinematography", ["Lighting", "Tone"]],
      ["Audio", ["Character", "Line", "Background Music", "Voice Tone", "Delivery", "Flow", "Phrasing"]],
      ["Color Palette", ["Color Palette"]],
    ]);
    const names = [...screen.getByRole("main").querySelectorAll("fieldset [name]")].map((box) =>
      box.getAttribute("name"),
    );
    expect(names).toEqual(fieldPaths.filter((path) => !customChoiceOf(path)));
    expect(screen.getByRole("region", { name: "JSON" })).toHaveTextContent(/^\{\}$/);
  });

  it("has a link in the navigation bar", async () => {
    openPage("/nowhere", {});
    const [link] = within(screen.getByRole("banner")).getAllByRole("link", { name: "VEO 3 Generator" });
    expect(link).toHaveAttribute("href", "/veo3-generator");
  });

  it("marks Copy, and shares a link, once a field is filled in", async () => {
    const { user } = await show();
    const copy = screen.getByRole("button", { name: "Copy" });
    const share = screen.getByRole("button", { name: "Share link" });
    expect(copy).not.toHaveClass("button-brass");
    expect(share).toBeDisabled();
    await user.type(box("Location"), "Here");
    expect(copy).toHaveClass("button-brass");
    expect(share).toBeEnabled();
  });

  it("requests nothing from the server", async () => {
    const { asked, user } = await show();
    await user.type(box("Location"), "Here");
    await user.click(screen.getByRole("button", { name: "Download" }));
    expect(asked).toEqual(["/api/site"]);
  });

  it("keeps text that is typed into a list and left as custom text", async () => {
    const { user } = await show();
    await user.type(list("Camera Motion"), "orbit{Enter}");
    await user.clear(list("Camera Motion"));
    await user.type(list("Camera Motion"), "round the fountain");
    await user.tab();
    expect(box("Custom Camera Motion")).toHaveValue("round the fountain");
    expect(prompt()).toEqual({ shot: { camera_motion: "Custom", custom_camera_motion: "round the fountain" } });
  });

  it("keeps the chosen option when Esc ends the typing, and in a list without custom text", async () => {
    const { user } = await show();
    await user.type(list("Camera Motion"), "orbit{Enter}");
    await user.type(list("Camera Motion"), "zo{Escape}");
    await user.tab();
    await user.type(list("Style"), "lego{Enter}");
    await user.clear(list("Style"));
    await user.type(list("Style"), "oil on canvas");
    await user.tab();
    expect(list("Style")).toHaveValue("lego");
    expect(prompt()).toEqual({ style: "lego", shot: { camera_motion: "Orbit" } });
  });

  it("chooses an option whose full name is typed, and none when the box is emptied", async () => {
    const { user } = await show();
    await user.type(list("Tone"), "epic");
    await user.tab();
    expect(prompt()).toEqual({ cinematography: { tone: "Epic" } });
    await user.clear(list("Tone"));
    await user.tab();
    expect(prompt()).toEqual({});
  });

  it("accepts text that is in no list as custom text", async () => {
    const { user } = await show();
    await user.type(list("Frame Rate"), "7fps on a toaster{Enter}");
    expect(box("Custom Frame Rate")).toHaveValue("7fps on a toaster");
    expect(prompt()).toEqual({ shot: { frame_rate: "Custom", custom_frame_rate: "7fps on a toaster" } });
  });

  it("reads the hash again when it is changed from outside, and restores what was removed from it", async () => {
    await show("#style=lego&end");
    await waitFor(() => expect(prompt()).toEqual({ style: "lego" }));
    location.hash = "#style=anime&end";
    await waitFor(() => expect(prompt()).toEqual({ style: "anime" }));
    location.hash = "";
    await waitFor(() => expect(location.hash).toBe("#style=anime&end"));
    expect(prompt()).toEqual({ style: "anime" });
  });

  it("does not overwrite a hash that it has not read yet", async () => {
    await show("#style=lego&end");
    await waitFor(() => expect(prompt()).toEqual({ style: "lego" }));
    location.hash = "#style=anime&end";
    fireEvent(window, new Event("pagehide")); // writes the hash immediately
    expect(location.hash).toBe("#style=anime&end");
    await waitFor(() => expect(prompt()).toEqual({ style: "anime" }));
  });

  it("leaves another page's URL alone", async () => {
    const { user } = await show();
    await user.type(box("Location"), "Here");
    await user.click(screen.getAllByRole("link", { name: "Vitrine, home" })[0] as HTMLElement);
    await waitFor(() => expect(location.pathname).toBe("/"));
    await new Promise((resolve) => setTimeout(resolve, 400)); // longer than the delay before the hash is written
    expect(location.hash).toBe("");
  });

  it("shows an error if it may not write to the clipboard", async () => {
    await show();
    vi.stubGlobal("navigator", { ...navigator, clipboard: undefined });
    fireEvent.click(screen.getByRole("button", { name: "Copy" }));
    expect(await screen.findByText("Couldn't copy")).toBeInTheDocument();
  });
});

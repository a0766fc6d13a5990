import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { refusal } from "../../../testing/server";
import { open, press, toastOf } from "../../../testing/site-management";

const theme = {
  scheme: "dark",
  textFont: "inter",
  headingFont: "instrument-serif",
  corners: "medium",
  hero: "plain",
  darkBackground: "#0e0c09",
  darkSurface: "#171411",
  darkText: "#f6f3ed",
  darkAccent: "#e9bd68",
  lightBackground: "#faf8f4",
  lightSurface: "#ffffff",
  lightText: "#1d1914",
  lightAccent: "#7b5100",
};
const paper = { ...theme, scheme: "light", corners: "small", lightAccent: "#9a2617" };
const settings = {
  theme,
  defaults: { theme },
  presets: [
    { name: "Default", theme },
    { name: "Paper", theme: paper },
  ],
};
const scheme = (ratio: number) => ({
  properties: { "--color-background": "#0e0c09", "--corners": "1" },
  pairs: [{ text: "text", ground: "surface", ratio, needed: 4.5 }],
});
const preview = "POST /api/admin/settings/theme-preview";
const replies = {
  "GET /api/admin/settings": settings,
  [preview]: { dark: scheme(16.56), light: scheme(4.36) },
  "PATCH /api/admin/settings": { ...settings, theme: paper },
};

const color = (name: string) => within(screen.getByRole("group", { name })).getByRole("textbox", { name: "Accent" });

it("takes a preset, previews it with its contrasts, and saves it", async () => {
  const { user, sent } = open("?tab=appearance", replies);
  expect(await screen.findByRole("button", { name: "Default", pressed: true })).toBeVisible();
  const dark = await screen.findByRole("region", { name: "Dark" });
  expect(within(dark).getByRole("row", { name: /^text on surface/ })).toHaveTextContent("text on surface16.56:14.5:1");
  const isBefore = (one: Element, other: Element) =>
    one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING;
  const [preset, field] = [screen.getByRole("button", { name: "Paper" }), color("Dark colors")];
  expect([isBefore(preset, dark), isBefore(dark, field)], "in a narrow window").toEqual([true, true]);
  expect(color("Dark colors")).toHaveValue("#e9bd68");
  expect(screen.queryByRole("group", { name: "Light colors" })).toBeNull();

  await press(user, "Paper");
  expect(screen.getByRole("combobox", { name: "Color scheme" })).toHaveValue("light");
  expect(color("Light colors")).toHaveValue("#9a2617");
  const light = await screen.findByRole("region", { name: "Light" });
  expect(within(light).getByRole("row", { name: /^text on surface/ })).toHaveTextContent("Too low: 4.36:1");
  await waitFor(() => expect(sent(preview).at(-1)).toEqual(paper));
  await press(user, "Save changes");
  expect(await toastOf("Settings saved")).toBeVisible();
  expect(sent("PATCH /api/admin/settings")).toEqual([{ theme: paper }]);
});

it("says which color is none, and asks for no preview of it", async () => {
  const { user, sent } = open("?tab=appearance", replies);
  await screen.findByRole("region", { name: "Dark" });
  const before = sent(preview).length;
  await user.clear(color("Dark colors"));
  await user.type(color("Dark colors"), "red");
  await press(user, "Save changes");
  expect(await screen.findByText("Please enter a color such as #e9bd68")).toBeVisible();
  expect(color("Dark colors")).toHaveFocus();
  expect(sent("PATCH /api/admin/settings")).toEqual([]);
  expect(sent(preview)).toHaveLength(before);
});

it("shows the server's sentence about a contrast at its color", async () => {
  const message = "In the dark colors, accent on background has a contrast of 2.00:1 and needs 4.5:1.";
  const { user } = open("?tab=appearance", {
    ...replies,
    "PATCH /api/admin/settings": refusal(422, message, { fields: [{ field: "theme.darkAccent", message }] }),
  });
  await screen.findByRole("region", { name: "Dark" });
  await press(user, "Save changes");
  await waitFor(() => expect(color("Dark colors")).toHaveAccessibleDescription(message));
});

it("says why the preview could not be loaded, and tries again", async () => {
  const { server, user } = open("?tab=appearance", { ...replies, [preview]: refusal(500, "Broken.") });
  expect(await screen.findByText("Couldn't load the preview: Broken.")).toBeVisible();
  server.replies[preview] = replies[preview];
  await press(user, /again/i);
  expect(await screen.findByRole("region", { name: "Dark" })).toBeVisible();
});

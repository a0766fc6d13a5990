import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { chosenCategories, field, openDialog, press, shownToast } from "../../testing/dialog";
import { refusal } from "../../testing/server";

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

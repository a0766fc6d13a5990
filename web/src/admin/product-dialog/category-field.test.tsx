import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { choose, chosenCategories, fillIn, openDialog, press, wholeProduct } from "../../testing/dialog";
import { failure, textsOf } from "../../testing/page";
import { sampleCategories } from "../../testing/samples";

const box = () => screen.getByRole("combobox", { name: "Categories" });
const options = () => textsOf(within(screen.getByRole("listbox", { name: "Categories" })).queryAllByRole("option"));
const active = () => document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.textContent;

describe("choosing categories", () => {
  it("opens a list with the arrow keys, which wrap around, and chooses with Enter without submitting the form", async () => {
    const { server, user } = openDialog();
    box().focus();
    expect(box()).toHaveAttribute("aria-expanded", "false");
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(options()).toEqual(["Audio", "Music", "Video"]));
    expect(box()).toHaveAttribute("aria-expanded", "true");
    expect(active()).toBe("Audio");
    await user.keyboard("{ArrowUp}");
    expect(active()).toBe("Video");
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(chosenCategories()).toEqual(["Music"]);
    expect(options()).toEqual(["Audio", "Video"]);
    expect(screen.getByText("Music chosen, number 1")).toBeInTheDocument();
    expect(box()).toHaveFocus();
    expect(server.changes()).toEqual([]);
    expect(screen.queryByText("Please enter a name")).toBeNull();
  });

  it("closes the list with Esc, and the form with a second Esc", async () => {
    const { user, onClose } = openDialog();
    await user.type(box(), "a");
    await waitFor(() => expect(box()).toHaveAttribute("aria-expanded", "true"));
    await user.keyboard("{Escape}");
    expect(box()).toHaveAttribute("aria-expanded", "false");
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("chooses by a click, and keeps the focus in the box", async () => {
    const { user } = openDialog();
    await user.click(box());
    await user.click(await screen.findByRole("option", { name: "Video" }));
    expect(chosenCategories()).toEqual(["Video"]);
    expect(box()).toHaveFocus();
  });

  it("creates a new category from the typed text, and marks it as new", async () => {
    const { user } = openDialog();
    await user.type(box(), "  Robots ");
    await user.click(await screen.findByRole("option", { name: "Create “Robots”" }));
    expect(chosenCategories()).toEqual(["Robots"]);
    expect(within(screen.getByRole("list", { name: /Chosen/ })).getByText("new")).toBeInTheDocument();
  });

  it("has the first one as the main category, and moves others before it", async () => {
    const { user } = openDialog();
    for (const name of ["Video", "Audio", "Music"]) await choose(user, name);
    await press(user, "Move Music forward");
    expect(chosenCategories()).toEqual(["Video", "Music", "Audio"]);
    expect(screen.getByRole("button", { name: "Move Music forward" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(chosenCategories()).toEqual(["Music", "Video", "Audio"]);
    expect(screen.getByRole("button", { name: "Remove Music" })).toHaveFocus();
    expect(within(screen.getByRole("list", { name: /Chosen/ })).getByText("Main").nextSibling).toHaveTextContent(
      "Music",
    );
  });

  it("removes one and returns the focus to the box", async () => {
    const { user } = openDialog();
    for (const name of ["Video", "Audio"]) await choose(user, name);
    await press(user, "Remove Video");
    expect(chosenCategories()).toEqual(["Audio"]);
    expect(box()).toHaveFocus();
  });

  it("refuses a category twice, and shows that it is already chosen", async () => {
    const { user } = openDialog();
    for (const name of ["Video", "vidéo"]) await choose(user, name);
    expect(chosenCategories()).toEqual(["Video"]);
    expect(screen.getByText("vidéo is already chosen")).toBeInTheDocument();
    expect(box()).toHaveValue("");
  });

  it("accepts at most twenty", async () => {
    const { user } = openDialog();
    for (let at = 1; at <= 20; at++) await choose(user, `c${at}`);
    await user.type(box(), "one more{Enter}");
    expect(chosenCategories()).toHaveLength(20);
    expect(box()).toHaveAttribute("placeholder", "No more than 20");
  });

  it("offers new categories again the next time the form opens", async () => {
    const categories = [...sampleCategories];
    const created = () => {
      categories.push({ id: 9, name: "Robots", slug: "robots" });
      return wholeProduct();
    };
    const { user, onClose, reopen } = openDialog({
      "POST /api/products": created,
      "GET /api/categories": () => categories,
    });
    await fillIn(user, { categories: ["Robots"] });
    await press(user, "Create Product");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    reopen();
    await user.type(box(), "rob");
    await waitFor(() => expect(options()).toEqual(["Robots", "Create “rob”"]));
  });

  it("accepts new ones when the existing ones cannot be loaded", async () => {
    const { user } = openDialog({ "GET /api/categories": failure(503) });
    expect(await screen.findByText(/Couldn't load the categories/)).toBeInTheDocument();
    await choose(user, "Robots");
    expect(chosenCategories()).toEqual(["Robots"]);
  });
});

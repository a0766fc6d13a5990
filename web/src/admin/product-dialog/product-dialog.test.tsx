import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { field, fillIn, openDialog, press, shownToast, wholeProduct } from "../../testing/dialog";
import { deferred, expectLoading, failure } from "../../testing/page";
import { type Reply, refusal } from "../../testing/server";

const saved = { title: "Success", description: "Product created successfully" };
const notCreated = { title: "Error", description: "Failed to create product", tone: "destructive" };
const notUpdated = { title: "Error", description: "Failed to update product", tone: "destructive" };

const question = () => screen.findByRole("alertdialog", { name: "Discard unsaved changes?" });
const overloaded = "The site is overloaded.";

/** Fills in a new product, and saves it. */
async function create(reply: Reply) {
  const dialog = openDialog({ "POST /api/products": reply });
  await fillIn(dialog.user);
  await press(dialog.user, "Create Product");
  return dialog;
}

describe("adding a product", () => {
  it("saves a draft", async () => {
    const { server, user } = openDialog({ "POST /api/products": wholeProduct({ status: "draft" }) });
    await fillIn(user);
    await press(user, "Save draft");
    await waitFor(() => expect(shownToast()).toMatchObject(saved));
    expect(server.changes()[0]?.body).toMatchObject({ status: "draft", publishAt: "" });
  });

  it("publishes a draft", async () => {
    const draft = wholeProduct({ status: "draft" });
    const { server, user } = openDialog(
      { "GET /api/admin/products/7": draft, "PUT /api/products/7": wholeProduct() },
      draft,
    );
    await user.click(await screen.findByRole("button", { name: "Publish" }));
    await waitFor(() => expect(server.changes()[0]?.body).toMatchObject({ status: "published", publishAt: "" }));
  });

  it("schedules it, with a time", async () => {
    const { server, user } = openDialog({ "POST /api/products": wholeProduct() });
    await fillIn(user);
    await user.click(screen.getByRole("radio", { name: "Scheduled" }));
    fireEvent.input(screen.getByLabelText(/^Publish at/), { target: { value: "2031-02-03T04:05" } });
    await press(user, "Create Product");
    const publishAt = new Date("2031-02-03T04:05").toISOString();
    await waitFor(() => expect(server.changes()[0]?.body).toMatchObject({ status: "scheduled", publishAt }));
  });

  it("sends the filled fields, trimmed, then closes and returns the focus", async () => {
    const { server, user, onSaved, onClose } = openDialog({ "POST /api/products": wholeProduct() });
    expect(screen.getByRole("dialog", { name: "Add Product" })).toBeInTheDocument();
    expect(field("Name")).toHaveFocus();
    await fillIn(user);
    await user.type(field("Use cases"), "  ");
    await user.click(screen.getByRole("switch", { name: "Deal" }));
    await press(user, "Create Product");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.changes().map(({ call }) => call)).toEqual(["POST /api/products"]);
    expect(server.changes()[0]?.body).toEqual({
      name: "Lumen",
      website: "https://lumen.example/",
      type: "Free",
      categories: ["Video"],
      description: "Lights up a room.",
      tags: [],
      phrases: [],
      status: "published",
      publishAt: "",
      featuredUntil: "",
      images: [],
      section: "Our Products",
      isFeatured: false,
      hasLandingPage: false,
      hasDeal: true,
    });
    expect(onSaved).toHaveBeenCalledExactlyOnceWith(wholeProduct());
    expect(shownToast()).toMatchObject(saved);
    await waitFor(() => expect(screen.getByText("Opener")).toHaveFocus());
  });

  it("warns of a tool with the same website or name, and lets it be saved", async () => {
    const { user, server } = openDialog({
      "POST /api/products": wholeProduct(),
      "GET /api/submissions/check": { state: "listed", productSlug: "lumen-2", productName: "Lumen Pro" },
      "GET /api/products": [
        wholeProduct({ slug: "lumen-app", name: "Lumen App" }),
        wholeProduct({ slug: "lumen", name: "LÚMEN" }),
      ],
    });
    await fillIn(user);
    const named = await screen.findByText(/^Already listed with this name/);
    const sited = await screen.findByText(/^Already listed with this website/);
    expect(within(named).getByRole("link", { name: "LÚMEN" })).toHaveAttribute("href", "/products/lumen");
    expect(within(sited).getByRole("link", { name: "Lumen Pro" })).toHaveAttribute("href", "/products/lumen-2");
    expect(named.closest("[role=status]")).not.toBeNull();
    expect(screen.queryByText("Lumen App")).toBeNull();
    const asked = server.calls.map(({ call }) => call);
    expect(asked).toContain("GET /api/submissions/check?website=https%3A%2F%2Flumen.example%2F");
    expect(asked).toContain("GET /api/products?search=Lumen&limit=20");
    await press(user, "Create Product");
    await waitFor(() => expect(server.changes()).toHaveLength(1));
  });

  it("shows each missing field's error, focuses the first, and shows a toast about the category", async () => {
    const { server, user } = openDialog();
    await press(user, "Create Product");
    await waitFor(() => expect(field("Name")).toHaveFocus());
    expect(field("Name")).toBeInvalid();
    const noCategory = "Please select at least one category";
    for (const [role, name, description] of [
      ["textbox", "Name", "Please enter a name"],
      ["textbox", "Website", "Please enter a website URL"],
      ["radiogroup", "Type", "Please select a type"],
      ["radiogroup", "Section", "Please select a section"],
      ["combobox", "Categories", noCategory],
      ["textbox", "Description", "Please enter a description"],
    ] as const)
      expect(screen.getByRole(role, { name })).toHaveAccessibleDescription(description);
    expect(screen.getByText("6 to correct")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Basics 4 to correct" })).toBeInTheDocument();
    expect(shownToast()).toMatchObject({ title: "Validation Error", description: noCategory, tone: "destructive" });
    expect(server.changes()).toEqual([]);
  });

  it("clears a field's error when the field is valid", async () => {
    const { user } = openDialog();
    await user.type(field("Website"), "lumen.example");
    await press(user, "Create Product");
    expect(await screen.findByText(/^Please enter a valid URL/)).toBeInTheDocument();
    await user.clear(field("Website"));
    await user.type(field("Website"), "https://lumen.example");
    await waitFor(() => expect(field("Website")).toBeValid());
  });

  it("shows the server's error at its field, and focuses it", async () => {
    const message = "Please enter another website";
    const fields = [
      { field: "promoText", message: "Please use at most 500 characters" },
      { field: "website", message },
    ];
    const { onSaved } = await create(refusal(422, "Please correct the fields that are marked.", { fields }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    await waitFor(() => expect(field("Website")).toHaveFocus());
    expect(field("Promo text")).toHaveAccessibleDescription("Please use at most 500 characters");
    expect(shownToast()).toMatchObject(notCreated);
    expect(onSaved).not.toHaveBeenCalled();
  });

  it("shows the server's error above the form if it belongs to no field", async () => {
    const fields = [{ field: "displayOrder", message: "Please enter an order from 0 to 9" }];
    await create(refusal(422, "Please enter an order from 0 to 9", { fields }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Please enter an order from 0 to 9.");
  });

  it.each([
    ["with the server's sentence", refusal(503, overloaded), overloaded],
    ["in its own words", failure(502, "<html>"), "Couldn't reach the server. Your changes are still here."],
  ])("keeps the form when saving fails, and shows the error %s", async (_words, reply, sentence) => {
    const { onClose } = await create(reply);
    expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
    expect(shownToast()).toMatchObject(notCreated);
    expect(field("Name")).toHaveValue("  Lumen ");
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Create Product" })).toBeEnabled();
  });

  it("saves once on Ctrl+Enter in any field", async () => {
    const reply = deferred<unknown>();
    const { server, user, onClose } = openDialog({ "POST /api/products": () => reply.promise });
    await fillIn(user);
    await user.click(field("Description"));
    await user.keyboard("{Control>}{Enter}{Enter}{/Control}");
    expect(await screen.findByRole("button", { name: "Creating..." })).toBeDisabled();
    await act(async () => reply.settle(wholeProduct()));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.changes()).toHaveLength(1);
  });

  it("starts empty after it was saved or cancelled", async () => {
    const { user, onClose, reopen } = await create(wholeProduct());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    reopen();
    expect(field("Name")).toHaveValue("");
    await user.type(field("Name"), "Another");
    await press(user, "Cancel");
    await user.click(within(await question()).getByRole("button", { name: "Discard changes" }));
    reopen();
    expect(field("Name")).toHaveValue("");
    expect(screen.queryByRole("list", { name: /Chosen categories/ })).toBeNull();
  });
});

describe("leaving the form", () => {
  it.each([
    ["Cancel", async (user: UserEvent) => press(user, "Cancel")],
    ["the cross", async (user: UserEvent) => press(user, "Close")],
    ["Esc", async (user: UserEvent) => user.keyboard("{Escape}")],
    ["a press beside it", async () => void fireEvent.click(ground(), fireEvent.pointerDown(ground()) && {})],
  ])("by %s closes it without a confirmation only if nothing would be lost", async (_way, leave) => {
    const { user, onClose, reopen } = openDialog();
    await user.type(field("Name"), "   ");
    await leave(user);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    reopen();
    await user.type(field("Name"), "Lumen");
    expect(screen.getByText("Unsaved changes")).toBeInTheDocument();
    await leave(user);
    await user.click(within(await question()).getByRole("button", { name: "Keep editing" }));
    expect(field("Name")).toHaveValue("Lumen");
    await waitFor(() => expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true));
    expect(onClose).toHaveBeenCalledOnce();
    await leave(user);
    await user.click(within(await question()).getByRole("button", { name: "Discard changes" }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it("closes without a confirmation if nothing was changed", async () => {
    const { user, onClose } = openDialog();
    for (let step = 0; step < 30; step++) await user.tab();
    await press(user, "Cancel");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("by leaving the page is prevented by the browser, only while changes would be lost", async () => {
    const { user, unmount } = openDialog();
    const unload = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(unload()).toBe(false);
    await user.type(field("Name"), "Lumen");
    expect(unload()).toBe(true);
    unmount();
    expect(unload()).toBe(false);
  });

  it("by Back asks for confirmation, where the browser supports it", async () => {
    const navigation = new EventTarget();
    vi.stubGlobal("navigation", navigation);
    const back = (navigationType: string) => {
      const destination = { key: "the one before" };
      const event = Object.assign(new Event("navigate", { cancelable: true }), { navigationType, destination });
      act(() => void navigation.dispatchEvent(event));
      return event.defaultPrevented;
    };
    const { user } = openDialog();
    expect(back("traverse")).toBe(false);
    await user.type(field("Name"), "Lumen");
    expect(back("replace")).toBe(false);
    expect(back("traverse")).toBe(true);
    expect(await question()).toBeInTheDocument();
  });

  it("does not close a later dialog when an abandoned save finishes late", async () => {
    const reply = deferred<unknown>();
    const { user, onClose, onSaved, reopen } = await create(() => reply.promise);
    await press(user, "Cancel");
    await user.click(within(await question()).getByRole("button", { name: "Discard changes" }));
    reopen();
    await act(async () => reply.settle(wholeProduct()));
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(onClose).toHaveBeenCalledOnce();
    expect(screen.getByRole("dialog", { name: "Add Product" })).toBeInTheDocument();
  });
});

const ground = () => document.querySelector(".modal-ground") ?? document.body;

describe("changing a product", () => {
  const read = { "GET /api/admin/products/7": wholeProduct() };

  it("shows the whole product, and sends it with its id and version", async () => {
    const saved = wholeProduct({ name: "Lumen 2", version: 4 });
    const { server, user, onSaved, onClose } = openDialog({ ...read, "PUT /api/products/7": saved }, wholeProduct());
    expect(screen.getByText("Loading the product")).toBeInTheDocument();
    expect(await screen.findByRole("textbox", { name: "Name" })).toHaveValue("Lumen");
    expect(screen.getByRole("dialog", { name: "Edit Product" })).toBeInTheDocument();
    expect(field("Website")).toHaveValue("https://lumen.example/?ref=1");
    expect(field("Use cases")).toHaveValue("Reading");
    expect(field("Promo text")).toHaveValue("Half price");
    expect(screen.getByRole("radio", { name: "Freemium" })).toBeChecked();
    expect(screen.getByRole("switch", { name: "Featured" })).toBeChecked();
    expect(screen.getByRole("switch", { name: "Landing page" })).not.toBeChecked();
    expect(screen.getByText("Order: 4")).toBeInTheDocument();
    await user.type(field("Name"), " 2");
    await press(user, "Update Product");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.changes()).toMatchObject([
      { call: "PUT /api/products/7", body: { id: 7, version: 3, name: "Lumen 2", logoColor: "#aabbcc" } },
    ]);
    expect(server.changes()[0]).not.toHaveProperty("body.displayOrder");
    expect(onSaved).toHaveBeenCalledExactlyOnceWith(saved);
    expect(shownToast()).toMatchObject({ title: "Success", description: "Product updated successfully" });
  });

  it("changes tags and URL, and shows at the field that another product has the URL", async () => {
    const taken = "Another product already has this URL";
    const fields = [{ field: "slug", message: taken }];
    const { server, user } = openDialog(
      { ...read, "PUT /api/products/7": refusal(409, `${taken}. Please choose another one.`, { fields }) },
      wholeProduct(),
    );
    expect(await screen.findByRole("textbox", { name: "URL" })).toHaveAccessibleDescription("/products/tool-7");
    expect(field("Tags")).toHaveValue("lamp");
    await user.type(field("Tags"), "{Enter}reading light");
    await user.clear(field("URL"));
    expect(field("URL")).toHaveAccessibleDescription("Stays /products/tool-7");
    await user.type(field("URL"), "lumen");
    expect(field("URL")).toHaveAccessibleDescription("/products/lumen. The old URL redirects to it.");
    await press(user, "Update Product");
    await waitFor(() => expect(field("URL")).toHaveFocus());
    expect(field("URL")).toHaveAccessibleDescription(taken);
    expect(server.changes()).toMatchObject([{ body: { slug: "lumen", tags: ["lamp", "reading light"], version: 3 } }]);
  });

  it("changes the dates of a deal that doesn't run", async () => {
    const product = wholeProduct({
      dealCode: "SPRING",
      dealFrom: "2020-01-02T03:04:00Z",
      dealTo: "2020-10-25T01:30:00Z",
    });
    const { server, user } = openDialog(
      { "GET /api/admin/products/7": product, "PUT /api/products/7": product },
      wholeProduct({ promoText: "" }),
    );
    expect(await screen.findByRole("textbox", { name: "Promo text" })).toHaveValue("Half price");
    expect(field("Code")).toBeVisible();
    fireEvent.input(screen.getByLabelText("From"), { target: { value: "2020-12-01T00:00" } });
    await press(user, "Update Product");
    expect(await screen.findByText("Please choose a time after its start")).toBeVisible();
    fireEvent.input(screen.getByLabelText("From"), { target: { value: "" } });
    await press(user, "Update Product");
    await waitFor(() => expect(server.changes()).toHaveLength(1));
    expect(server.changes()[0]).toMatchObject({ body: { dealCode: "SPRING", dealTo: "2020-10-25T01:30:00Z" } });
    expect(server.changes()[0]).not.toHaveProperty("body.dealFrom");
  });

  it("is not warned of itself", async () => {
    const product = wholeProduct({ slug: "lumen" });
    const other = wholeProduct({ slug: "lumen-2" });
    openDialog(
      {
        "GET /api/admin/products/7": product,
        "GET /api/submissions/check": { state: "listed", productSlug: "lumen", productName: "Lumen" },
        "GET /api/products": [product, other],
      },
      product,
    );
    const note = await screen.findByText(/^Already listed with this name/);
    expect(within(note).getByRole("link")).toHaveAttribute("href", "/products/lumen-2");
    expect(screen.getAllByText(/^Already listed/)).toHaveLength(1);
  });

  it("shows when the product cannot be loaded, with a retry button", async () => {
    const open = (replies: Record<string, Reply>) => openDialog(replies, wholeProduct());
    await expectLoading(open, "GET /api/admin/products/7", {
      loading: "Loading the product",
      failed: "The site is busy.",
      reply: wholeProduct(),
    });
    expect(await screen.findByRole("textbox", { name: "Name" })).toHaveValue("Lumen");
  });

  it("loads the product each time it opens", async () => {
    const versions = [wholeProduct(), wholeProduct({ name: "Lumen 2" })];
    const { user, reopen } = openDialog({ "GET /api/admin/products/7": () => versions.shift() }, wholeProduct());
    await screen.findByRole("textbox", { name: "Name" });
    await press(user, "Cancel");
    reopen();
    expect(await screen.findByRole("textbox", { name: "Name" })).toHaveValue("Lumen 2");
  });

  it("saves every emptied field as empty", async () => {
    const { server, user, onClose } = openDialog({ ...read, "PUT /api/products/7": wholeProduct() }, wholeProduct());
    await screen.findByRole("textbox", { name: "Name" });
    for (const name of ["Use cases", "Video URL", "Promo text"]) await user.clear(field(name));
    await press(user, "Remove logo");
    await press(user, "Remove Screenshot 1");
    await press(user, "Update Product");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [call] = server.changes();
    for (const name of ["useCases", "videoUrl", "promoText", "logo", "logoColor"])
      expect(call).not.toHaveProperty(`body.${name}`);
    expect(call).toMatchObject({ body: { images: [] } });
  });

  it("shows that a product that no longer exists could not be saved", async () => {
    const deleted = refusal(404, "Product not found. It may have been deleted.");
    const { user } = openDialog({ ...read, "PUT /api/products/7": deleted }, wholeProduct());
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "x");
    await press(user, "Update Product");
    expect(await screen.findByRole("alert")).toHaveTextContent("It may have been deleted.");
    expect(shownToast()).toMatchObject(notUpdated);
  });
});

describe("a product that someone else has changed since it was opened", () => {
  const theirs = wholeProduct({ name: "Lumen Pro", description: "Lights up two rooms.", version: 5 });

  /** Opens the form at version 3, changes its description and saves it; each time it is read then, there is a later one. */
  async function openConflict(later = [theirs]) {
    const versions = [wholeProduct(), ...later];
    const latest = later.at(-1)?.version;
    const replies = {
      "GET /api/admin/products/7": () => (versions.length > 1 ? versions.shift() : versions[0]),
      "PUT /api/products/7": ({ version }: { version: number }) =>
        version === latest ? wholeProduct({ version: latest + 1 }) : refusal(409, "Changed meanwhile."),
    };
    const dialog = openDialog(replies, wholeProduct());
    await dialog.user.type(await screen.findByRole("textbox", { name: "Description" }), " And a hall.");
    await press(dialog.user, "Update Product");
    return { ...dialog, updates: () => dialog.server.sent("PUT /api/products/7") };
  }

  const version = (name: string, side: RegExp) =>
    within(screen.getByRole("group", { name: new RegExp(`^${name}`) })).getByRole("radio", { name: side });

  it("is shown in both versions, field by field, with the differences marked", async () => {
    await openConflict();
    const title = await screen.findByRole("heading", { name: "Someone else changed this product" });
    await waitFor(() => expect(title).toHaveFocus()); // an effect focuses it after it is rendered
    expect(shownToast()).toMatchObject(notUpdated);
    expect(screen.getAllByRole("group").map((group) => group.querySelector("legend")?.textContent)).toEqual([
      "Name Changed by them",
      "Description Changed by both",
    ]);
    expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual([
      " Pro",
      "a room. And a hall.",
      "two rooms.",
    ]);
    expect(version("Name", /Theirs/)).toBeChecked();
    expect(version("Description", /Yours/)).toBeChecked();
  });

  it("is saved on top of the new version with the chosen fields", async () => {
    const { user, updates, onClose } = await openConflict();
    await screen.findByRole("heading", { name: "Someone else changed this product" });
    await user.click(version("Name", /Yours/));
    await user.click(version("Description", /Theirs/));
    await press(user, "Save my choices");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(updates()).toMatchObject([
      { version: 3 },
      { version: 5, name: "Lumen", description: "Lights up two rooms." },
    ]);
  });

  it.each([
    ["Keep all of mine", { name: "Lumen", description: "Lights up a room. And a hall." }],
    ["Take all of theirs", { name: "Lumen Pro", description: "Lights up two rooms." }],
  ])("can be chosen as a whole: %s", async (button, kept) => {
    const { user, updates, onClose } = await openConflict();
    await user.click(await screen.findByRole("button", { name: button }));
    await press(user, "Save my choices");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(updates()[1]).toMatchObject({ version: 5, ...kept });
  });

  it("can be edited further, based on the new version", async () => {
    const { user, updates, onClose } = await openConflict();
    await user.click(await screen.findByRole("button", { name: "Back to the form" }));
    expect(field("Name")).toHaveValue("Lumen Pro");
    await user.type(field("Name"), " Max");
    await press(user, "Update Product");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(updates()[1]).toMatchObject({ version: 5, name: "Lumen Pro Max" });
  });

  it("is not discarded by Esc", async () => {
    const { user, onClose } = await openConflict();
    await screen.findByRole("heading", { name: "Someone else changed this product" });
    await user.keyboard("{Escape}");
    expect(await question()).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  it("needs no choice if only its position in the list has changed", async () => {
    const { updates, onClose } = await openConflict([wholeProduct({ displayOrder: 9, version: 5 })]);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(updates()).toMatchObject([{ version: 3 }, { version: 5 }]);
  });

  it("shows the conflict again when it changes again", async () => {
    const { user, onClose } = await openConflict([theirs, wholeProduct({ name: "Lumen Ultra", version: 8 })]);
    await user.click(await screen.findByRole("button", { name: "Save my choices" }));
    expect(await screen.findByText("Ultra")).toBeInTheDocument();
    await press(user, "Save my choices");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});

describe("the links to the form's sections", () => {
  it("scroll to their section and focus it", async () => {
    const { user } = openDialog();
    await press(user, "Placement");
    expect(screen.getByRole("heading", { name: "Placement" })).toHaveFocus();
    await press(user, "Text");
    expect(screen.getByRole("heading", { name: "Text" })).toHaveFocus();
  });
});

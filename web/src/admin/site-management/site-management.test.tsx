import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { administrator, openAdmin, type Reply, refusal, stubServer } from "../../testing/admin-page";
import { later, present } from "../../testing/page";
import { copiedFor } from "../copy-button";
import { storeRecord } from "../session-record";

beforeEach(() => {
  localStorage.clear();
  storeRecord(administrator, Date.now());
});

const never = "0001-01-01T00:00:00Z";
const titles = {
  "privacy-policy": "Privacy Policy",
  "terms-of-service": "Terms of Service",
  "affiliate-disclaimer": "Affiliate Disclaimer",
  "gdpr-cookies": "GDPR Cookies Disclaimer",
};

const page = (type: keyof typeof titles, said: object = {}) => ({
  type,
  title: titles[type],
  content: "",
  updatedAt: never,
  html: "<h2>Built in</h2>",
  headings: [],
  lastUpdated: "January 27, 2025",
  ...said,
});

const link = (id: number, platform: string, said: object = {}) => ({
  id,
  platform,
  url: `https://${platform.toLowerCase()}.example/vitrine`,
  isActive: true,
  displayOrder: id,
  createdAt: "2026-01-02T03:04:05Z",
  ...said,
});

const picture = "data:image/svg+xml;base64,PHN2Zy8+";
const logo = (id: number, type: string, said: object = {}) => ({
  id,
  type,
  name: `Our ${type}`,
  fileName: `${type}.svg`,
  fileData: picture,
  mimeType: "image/svg+xml",
  fileSize: 1536,
  isActive: true,
  createdAt: "2026-01-02T03:04:05Z",
  updatedAt: "2026-01-02T03:04:05Z",
  ...said,
});

function open(address: string, replies: Record<string, Reply> = {}) {
  const pages = Object.keys(titles).map((type) => page(type as keyof typeof titles));
  const server = stubServer({
    "GET /api/legal-pages": pages,
    ...Object.fromEntries(pages.map((one) => [`GET /api/legal-pages/${one.type}`, one])),
    "POST /api/legal-pages/preview": (body: unknown) => ({
      html: `<p>${(body as { content: string }).content}</p>`,
      headings: [],
    }),
    "GET /api/social-media": [link(1, "GitHub"), link(2, "Medium", { isActive: false }), link(3, "Reddit")],
    "GET /api/logo-settings": [],
    ...replies,
  });
  return { server, ...openAdmin(`/admin/site-management${address}`) };
}

const toastOf = async (text: string) => (await screen.findByText(text)).closest("li");
const press = (user: ReturnType<typeof openAdmin>["user"], name: string | RegExp) =>
  user.click(screen.getByRole("button", { name }));
const sent = (server: ReturnType<typeof stubServer>, call: string) => server.calls.filter((one) => one.call === call);

describe("site management", () => {
  it("has four tabs, the way back, and shows what its address names", async () => {
    const { user } = open("");
    expect(await screen.findByRole("heading", { level: 1, name: "Site Management" })).toBeVisible();
    expect(document.title).toBe("Site Management – Vitrine");
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "Legal Pages",
      "Social Media",
      "Logo Settings",
      "Database Sync",
    ]);
    expect(screen.getByRole("tab", { selected: true })).toHaveTextContent("Legal Pages");
    await user.click(screen.getByRole("tab", { name: "Database Sync" }));
    expect(present()).toBe("/admin/site-management?tab=sync");
    expect(screen.getByRole("button", { name: "Sync Now" })).toBeVisible();
    await user.keyboard("{ArrowLeft}{Enter}");
    expect(present()).toBe("/admin/site-management?tab=logos");
    await user.click(screen.getByRole("link", { name: "Back to Admin" }));
    expect(present()).toBe("/admin");
  });

  it("asks before a tab, a page, another screen or the end of the session takes what is not saved", async () => {
    const { server, user } = open("");
    const title = await screen.findByRole("textbox", { name: "Page Title" });
    await user.type(title, "!");
    const ways = [
      () => user.click(screen.getByRole("tab", { name: "Social Media" })),
      () => user.click(screen.getByRole("link", { name: /^Terms of Service/ })),
      () => user.click(screen.getByRole("link", { name: "Back to Admin" })),
      () => user.click(screen.getByRole("button", { name: "Logout" })),
    ];
    for (const go of ways) {
      await go();
      expect(await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" })).toBeVisible();
      await press(user, "Keep editing");
      expect(present()).toBe("/admin/site-management");
      expect(screen.getByRole("textbox", { name: "Page Title" })).toHaveValue("Privacy Policy!");
    }
    expect(sent(server, "POST /api/auth/logout")).toEqual([]);
    const unload = () => {
      const event = new Event("beforeunload", { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(unload()).toBe(true);
    await user.click(screen.getByRole("tab", { name: "Social Media" }));
    await press(user, "Discard changes");
    expect(await screen.findByRole("heading", { name: "Current Links" })).toBeVisible();
    expect(unload()).toBe(false);
    await user.click(screen.getByRole("tab", { name: "Legal Pages" }));
    expect(await screen.findByRole("textbox", { name: "Page Title" })).toHaveValue("Privacy Policy");
  });
});

describe("a legal page", () => {
  it("has its default title and no content while none is saved, and shows what visitors read", async () => {
    const { user } = open("");
    for (const title of Object.values(titles)) {
      await user.click(await screen.findByRole("link", { name: new RegExp(`^${title}`) }));
      await waitFor(() => expect(screen.getByRole("textbox", { name: "Page Title" })).toHaveValue(title));
      expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveValue("");
      expect(screen.getByRole("heading", { name: "Built in" })).toBeVisible();
    }
    expect(screen.getByText("Nothing is saved yet: visitors read the built-in text.")).toBeVisible();
    expect(await screen.findAllByText("Built-in text")).toHaveLength(4);
  });

  it("comes as it is saved, and is saved by button or Ctrl+Enter", async () => {
    const answer = later<unknown>();
    const saved = { title: "Ours", content: "**Old**", updatedAt: "2026-03-04T05:06:07Z", html: "<p>Old</p>" };
    const { server, user } = open("?page=gdpr-cookies", {
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
    expect(sent(server, "POST /api/legal-pages")).toEqual([
      { call: "POST /api/legal-pages", body: { type: "gdpr-cookies", title: "Ours", content: "New" } },
    ]);
    expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveValue("New");
    expect(screen.queryByText("Unsaved changes")).toBeNull();
    await user.click(screen.getByRole("tab", { name: "Social Media" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("keeps what is typed while it is being saved, as not saved", async () => {
    const answer = later<unknown>();
    const { user } = open("", { "POST /api/legal-pages": () => answer.promise });
    await user.type(await screen.findByRole("textbox", { name: "Page Content" }), "One");
    await press(user, "Save Legal Page");
    await user.type(screen.getByRole("textbox", { name: "Page Content" }), " and two");
    answer.settle(page("privacy-policy", { content: "One", updatedAt: "2026-03-05T05:06:07Z" }));
    expect(await screen.findByText("Legal page saved successfully")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveValue("One and two");
    expect(screen.getByText("Unsaved changes")).toBeVisible();
  });

  it("that is refused says why, at its field and in a toast", async () => {
    const fields = [{ field: "content", message: "Please use at most 200000 characters" }];
    const { user } = open("", { "POST /api/legal-pages": refusal(422, "The text is too long.", { fields }) });
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

  it("shows the server's own HTML of what is written, and says when there is none", async () => {
    const { server, user } = open("");
    await user.type(await screen.findByRole("textbox", { name: "Page Content" }), "Hello");
    const preview = screen.getByRole("region", { name: "Preview" });
    expect(await within(preview).findByText("Hello")).toBeVisible();
    expect(sent(server, "POST /api/legal-pages/preview")).toEqual([
      { call: "POST /api/legal-pages/preview", body: { content: "Hello" } },
    ]);
    server.replies["POST /api/legal-pages/preview"] = refusal(503, "Busy.");
    await user.type(screen.getByRole("textbox", { name: "Page Content" }), " you");
    expect(await within(preview).findByRole("alert")).toHaveTextContent("Busy.");
  });

  it("is marked by the buttons above it", async () => {
    const { user } = open("");
    const content = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Page Content" });
    await user.type(content, "We care");
    content.setSelectionRange(3, 7);
    await press(user, "Bold");
    expect(content).toHaveValue("We **care**");
    expect(screen.getByText("Unsaved changes")).toBeVisible();
    expect(content).toHaveFocus();
  });

  it("that cannot be read offers to try again", async () => {
    const { server, user } = open("", { "GET /api/legal-pages/privacy-policy": refusal(503, "Starting.") });
    expect(await screen.findByRole("alert")).toHaveTextContent("Starting.");
    server.replies["GET /api/legal-pages/privacy-policy"] = page("privacy-policy");
    await press(user, "Try again");
    expect(await screen.findByRole("textbox", { name: "Page Title" })).toHaveValue("Privacy Policy");
  });
});

describe("the draft of a legal page", () => {
  const instructions = () => screen.getByRole("textbox", { name: "Custom Instructions" });
  const call = "POST /api/ai/generate-legal-content";

  it("needs instructions", async () => {
    const { server, user } = open("");
    const generate = await screen.findByRole("button", { name: "Generate Legal Content" });
    expect(generate).toBeDisabled();
    await user.type(instructions(), " ");
    await user.click(generate);
    expect(await toastOf("Prompt Required")).toHaveTextContent(
      "Please enter a custom prompt or use the default suggestion",
    );
    expect(sent(server, call)).toEqual([]);
  });

  it("is made by the default prompt, copied, and used", async () => {
    const answer = later<unknown>();
    const { server, user } = open("?page=terms-of-service", { [call]: () => answer.promise });
    await user.click(await screen.findByRole("button", { name: "Use Default Prompt" }));
    expect(instructions().textContent).toContain("Write terms of service");
    await press(user, "Generate Legal Content");
    expect(await screen.findByRole("button", { name: "Generating Content..." })).toBeDisabled();
    answer.settle({ content: "## Terms\n\nBe kind." });
    expect(await toastOf("Content Generated")).toHaveTextContent("AI has generated new legal content for your review");
    expect(sent(server, call)[0]?.body).toMatchObject({ pageType: "terms-of-service", currentContent: "" });
    expect(screen.getByRole("region", { name: "Draft" })).toHaveTextContent("Be kind.");
    expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveValue("");

    await press(user, "Copy generated content");
    expect(await navigator.clipboard.readText()).toBe("## Terms\n\nBe kind.");
    expect(await screen.findByText("Copied to Clipboard")).toBeInTheDocument();
    expect(copiedFor).toBe(2000);
    expect(screen.getByRole("button", { name: "Copied generated content" })).toBeVisible();
    expect(await screen.findByRole("button", { name: "Copy generated content" }, { timeout: 4000 })).toBeVisible();

    await press(user, "Use This Content");
    expect(await screen.findByText("Content Applied")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Page Content" })).toHaveValue("## Terms\n\nBe kind.");
    expect(screen.queryByRole("region", { name: "Draft" })).toBeNull();
    expect(sent(server, "POST /api/legal-pages")).toEqual([]);
  });

  it("is cleared, and is asked about while it is not used", async () => {
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

  it("that fails says so to the letter, and why beside it", async () => {
    const { user } = open("", { [call]: refusal(503, "AI drafting is not configured.") });
    await user.type(await screen.findByRole("textbox", { name: "Custom Instructions" }), "Short");
    await press(user, "Generate Legal Content");
    expect(await toastOf("Generation Failed")).toHaveTextContent("Failed to generate content. Please try again.");
    expect(await screen.findByText("AI drafting is not configured.")).toBeVisible();
  });
});

describe("social links", () => {
  it("are listed with what they are, and what visitors do not see", async () => {
    open("?tab=social");
    const rows = within(await screen.findByRole("list", { name: "Current links" })).getAllByRole("listitem");
    expect(rows.map((row) => row.querySelector("h3")?.textContent)).toEqual(["GitHub", "Medium", "Reddit"]);
    expect(rows.map((row) => within(row).getByText(/^(Active|Inactive)$/).textContent)).toEqual([
      "Active",
      "Inactive",
      "Active",
    ]);
    const address = screen.getByRole("link", { name: "https://github.example/vitrine" });
    expect(address).toHaveAttribute("target", "_blank");
    expect(screen.getByText("Order: 3")).toBeVisible();
    expect(screen.getByRole("switch", { name: "Medium is active" })).not.toBeChecked();
  });

  it("are none to begin with", async () => {
    open("?tab=social", { "GET /api/social-media": [] });
    expect(await screen.findByText("No social media links found. Add one using the form on the left.")).toBeVisible();
  });

  it("that cannot be read leave the form as it is, and offer to try again", async () => {
    const { server, user } = open("?tab=social", { "GET /api/social-media": refusal(500, "Broken.") });
    expect(await screen.findByRole("alert")).toHaveTextContent("Broken.");
    expect(screen.getByRole("button", { name: "Add Social Link" })).toBeEnabled();
    server.replies["GET /api/social-media"] = [];
    await press(user, "Try again");
    expect(await screen.findByText(/No social media links found/)).toBeVisible();
  });

  it("are added from a chosen platform", async () => {
    const answer = later<unknown>();
    const { server, user } = open("?tab=social", { "POST /api/social-media": () => answer.promise });
    const grid = await screen.findByRole("group", { name: "Quick select" });
    expect(within(grid).getAllByRole("button")).toHaveLength(15);
    await user.click(within(grid).getByRole("button", { name: "TikTok" }));
    expect(screen.getByRole("textbox", { name: "Platform Name" })).toHaveValue("TikTok");
    const url = screen.getByRole("textbox", { name: "URL" });
    expect(url).toHaveValue("https://tiktok.com/@");
    expect(url).toHaveFocus();
    expect(screen.getByRole("switch", { name: "Active" })).toBeChecked();
    expect(screen.getByRole("spinbutton", { name: "Order" })).toHaveValue(0);
    await user.type(url, "vitrine");
    await user.clear(screen.getByRole("spinbutton", { name: "Order" }));
    await user.click(screen.getByRole("switch", { name: "Active" }));
    await press(user, "Add Social Link");
    expect(await screen.findByRole("button", { name: "Adding..." })).toBeDisabled();
    answer.settle(link(4, "TikTok"));
    expect(await screen.findByText("Social media link created successfully")).toBeInTheDocument();
    expect(sent(server, "POST /api/social-media")[0]?.body).toEqual({
      platform: "TikTok",
      url: "https://tiktok.com/@vitrine",
      isActive: false,
      displayOrder: 0,
    });
    expect(screen.getByRole("textbox", { name: "Platform Name" })).toHaveValue("");
    expect(sent(server, "GET /api/social-media")).toHaveLength(2);
  });

  it("are not added without a platform and an address", async () => {
    const { server, user } = open("?tab=social");
    await screen.findByRole("heading", { name: "Current Links" });
    await press(user, "Add Social Link");
    expect(await screen.findByText("Platform is required")).toBeVisible();
    expect(screen.getByText("Please enter a valid URL")).toBeVisible();
    expect(sent(server, "POST /api/social-media")).toEqual([]);
  });

  it.each([
    ["POST /api/social-media", "Failed to create social media link"],
    ["PUT /api/social-media/1", "Failed to update social media link"],
    ["DELETE /api/social-media/1", "Failed to delete social media link"],
  ])("that cannot be changed stay as they are: %s", async (call, title) => {
    const { user } = open("?tab=social", { [call]: refusal(409, "Somebody was faster.") });
    await user.type(await screen.findByRole("textbox", { name: "Platform Name" }), "X");
    await user.type(screen.getByRole("textbox", { name: "URL" }), "https://x.example");
    await screen.findByRole("list", { name: "Current links" });
    if (call.startsWith("POST")) await press(user, "Add Social Link");
    if (call.startsWith("PUT")) await user.click(screen.getByRole("switch", { name: "GitHub is active" }));
    if (call.startsWith("DELETE")) {
      await press(user, "Delete GitHub");
      await press(user, "Delete");
    }
    expect(await toastOf(title)).toHaveTextContent("Somebody was faster.");
    expect(screen.getByRole("switch", { name: "GitHub is active", hidden: true })).toBeChecked();
    expect(screen.getByRole("textbox", { name: "Platform Name", hidden: true })).toHaveValue("X");
  });

  it("are switched off and on", async () => {
    const { server, user } = open("?tab=social", {
      "PUT /api/social-media/2": (body: unknown) => link(2, "Medium", body as object),
    });
    await user.click(await screen.findByRole("switch", { name: "Medium is active" }));
    expect(await screen.findByText("Social media link updated successfully")).toBeInTheDocument();
    expect(sent(server, "PUT /api/social-media/2")[0]?.body).toEqual({ isActive: true });
  });

  it("are deleted after asking", async () => {
    const { server, user } = open("?tab=social", {
      "DELETE /api/social-media/1": () => new Response(null, { status: 204 }),
    });
    await user.click(await screen.findByRole("button", { name: "Delete GitHub" }));
    const question = screen.getByRole("alertdialog", {
      name: "Are you sure you want to delete this social media link?",
    });
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(sent(server, "DELETE /api/social-media/1")).toEqual([]);
    await press(user, "Delete GitHub");
    await press(user, "Delete");
    expect(await screen.findByText("Social media link deleted successfully")).toBeInTheDocument();
  });

  it("are moved by keys, and go back when the order is not saved", async () => {
    const { server, user } = open("?tab=social", { "PATCH /api/social-media/reorder": refusal(422, "One is gone.") });
    const names = () =>
      within(screen.getByRole("list", { name: "Current links" }))
        .getAllByRole("heading")
        .map((heading) => heading.textContent);
    const handle = await screen.findByRole("button", { name: "Move GitHub" });
    handle.focus();
    await user.keyboard("{Enter}{ArrowDown}{ArrowDown}{Enter}");
    expect(await toastOf("Update Failed")).toHaveTextContent("One is gone.");
    expect(sent(server, "PATCH /api/social-media/reorder")[0]?.body).toEqual({
      updates: [
        { id: 2, displayOrder: 1 },
        { id: 3, displayOrder: 2 },
        { id: 1, displayOrder: 3 },
      ],
    });
    await waitFor(() => expect(names()).toEqual(["GitHub", "Medium", "Reddit"]));
    server.replies["PATCH /api/social-media/reorder"] = [];
    server.replies["GET /api/social-media"] = [link(2, "Medium"), link(1, "GitHub"), link(3, "Reddit")];
    await user.keyboard("{Enter}{ArrowDown}{Enter}");
    expect(names()).toEqual(["Medium", "GitHub", "Reddit"]);
    expect(await screen.findByText("Order Updated")).toBeInTheDocument();
  });
});

describe("site logos", () => {
  const file = (name: string, type: string, size = 6) => new File([new Uint8Array(size)], name, { type });

  it("have three places, and none to begin with", async () => {
    const reading = later<unknown>();
    open("?tab=logos", { "GET /api/logo-settings": () => reading.promise });
    expect(await screen.findByText("Loading...")).toBeVisible();
    reading.settle([]);
    expect(
      await screen.findByText("No logos uploaded yet. Use the upload section above to add your first logo."),
    ).toBeVisible();
    for (const words of ["Recommended 200x60px", "Recommended 120x40px", "Recommended 32x32px"]) {
      expect(screen.getByText(new RegExp(words))).toBeVisible();
    }
  });

  it("are all listed, with their facts", async () => {
    open("?tab=logos", {
      "GET /api/logo-settings": [logo(1, "main"), logo(2, "favicon", { isActive: false, fileSize: 100 })],
    });
    const cards = within(await screen.findByRole("list", { name: "Current logos" })).getAllByRole("listitem");
    expect(cards[0]).toHaveTextContent("mainActiveOur main1.5 KBimage/svg+xmlDelete");
    expect(cards[1]).toHaveTextContent("faviconInactiveOur favicon0.1 KBimage/svg+xmlDelete");
    expect(within(screen.getByRole("region", { name: "Main Logo" })).getByText("1.5 KB")).toBeVisible();
    expect(within(screen.getByRole("region", { name: "Favicon" })).getByText("No logo yet")).toBeVisible();
  });

  it("are uploaded, and say so while they are", async () => {
    const answer = later<unknown>();
    const { server, user } = open("?tab=logos", { "POST /api/logo-settings": () => answer.promise });
    await user.upload(await screen.findByLabelText("Upload compact logo"), file("small.png", "image/png"));
    expect(await screen.findByText("Uploading...")).toBeVisible();
    answer.settle(logo(4, "compact"));
    expect(await screen.findByText("Logo saved successfully")).toBeInTheDocument();
    expect(sent(server, "POST /api/logo-settings")[0]?.body).toEqual({
      type: "compact",
      name: "small",
      fileName: "small.png",
      fileData: "data:image/png;base64,AAAAAAAA",
      mimeType: "image/png",
      fileSize: 6,
      isActive: true,
    });
    expect(sent(server, "GET /api/logo-settings")).toHaveLength(2);
  });

  it("are refused when they are no images, or too large, here and by the server", async () => {
    const { server, user } = open("?tab=logos", { "POST /api/logo-settings": refusal(413, "Too large.") });
    const chooser = await screen.findByLabelText("Upload favicon");
    const choose = async (chosen: File) => user.setup({ applyAccept: false }).upload(chooser, chosen);
    await choose(file("page.html", "text/html"));
    expect(await toastOf("Invalid file type")).toHaveTextContent("Please select an image file");
    await choose(file("a.png", "image/png", 5 * 1024 * 1024 + 1));
    expect(await toastOf("File too large")).toHaveTextContent("Please select an image smaller than 5MB");
    expect(sent(server, "POST /api/logo-settings")).toEqual([]);
    server.replies["POST /api/logo-settings"] = refusal(422, "Please select an image file");
    await choose(file("a.png", "image/png"));
    expect(await toastOf("Failed to save logo")).toHaveTextContent("Please select an image file");
  });

  it("are deleted after asking, and stay when that fails", async () => {
    const { server, user } = open("?tab=logos", {
      "GET /api/logo-settings": [logo(1, "main")],
      "DELETE /api/logo-settings/1": refusal(500, "Broken."),
    });
    await user.click(await screen.findByRole("button", { name: "Delete main logo" }));
    expect(screen.getByRole("alertdialog", { name: "Are you sure you want to delete this logo?" })).toBeVisible();
    await press(user, "Delete");
    expect(await toastOf("Failed to delete logo")).toHaveTextContent("Broken.");
    server.replies["DELETE /api/logo-settings/1"] = () => new Response(null, { status: 204 });
    await press(user, "Delete");
    expect(await screen.findByText("Logo deleted successfully")).toBeInTheDocument();
  });
});

describe("the sync", () => {
  it("says that it runs, that it is done, and when", async () => {
    const answer = later<unknown>();
    const { server, user } = open("?tab=sync", { "POST /api/sync/manual": () => answer.promise });
    expect(await screen.findByText("Last sync: Never")).toBeVisible();
    await press(user, "Sync Now");
    expect(await screen.findByRole("button", { name: "Syncing..." })).toBeDisabled();
    expect(server.calls.at(-1)).toEqual({ call: "POST /api/sync/manual", body: undefined });
    answer.settle({ anything: true });
    expect((await toastOf("Success"))?.textContent).toContain("Database sync completed successfully");
    expect(screen.queryByText("Last sync: Never")).toBeNull();
  });

  it("that fails says so to the letter, and why beside the button", async () => {
    const { user } = open("?tab=sync", { "POST /api/sync/manual": refusal(404, "There is nothing at this address.") });
    await user.click(await screen.findByRole("button", { name: "Sync Now" }));
    expect(await toastOf("Error")).toHaveTextContent("Failed to sync database. Please try again.");
    expect(screen.getByText("There is nothing at this address.")).toBeVisible();
    expect(screen.getByText("Last sync: Never")).toBeVisible();
    expect(screen.getByRole("button", { name: "Sync Now" })).toBeEnabled();
  });

  it("leaves export and import to the command line", async () => {
    const { user } = open("?tab=sync");
    await user.click(await screen.findByRole("button", { name: "Export Data" }));
    expect(await toastOf("Please use the command-line tools: vitrine export site.zip")).toHaveTextContent(
      "Export Data",
    );
    await press(user, "Import Data");
    expect(await toastOf("Please use the command-line tools: vitrine import site.zip")).toHaveTextContent(
      "Import Data",
    );
  });

  it("gives the address that production calls", async () => {
    const { user } = open("?tab=sync");
    const address = `${location.origin}/api/sync/webhook`;
    expect(await screen.findByText(address)).toBeVisible();
    await press(user, "Copy webhook address");
    expect(await navigator.clipboard.readText()).toBe(address);
  });

  it("says when the browser does not let it copy", async () => {
    const { user } = open("?tab=sync");
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
    await user.click(await screen.findByRole("button", { name: "Copy webhook address" }));
    expect(await toastOf("Not copied")).toHaveAttribute("data-tone", "destructive");
  });
});

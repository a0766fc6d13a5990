import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Product } from "../../api/schema.gen";
import { field, fillIn, openDialog, press, shownToast, wholeProduct } from "../../testing/dialog";
import { refusal } from "../../testing/server";
import { FakeUploads } from "../../testing/uploads";
import { newUser } from "../../testing/user";

const png = (name = "logo.png", size = 4) => new File([new Uint8Array(size)], name, { type: "image/png" });
const chooser = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const uploaded = { url: "/uploads/kept.jpg", logoColor: "#123456" };

/** Opens a dialog whose uploads are answered by the test. */
function withUploads(replies = {}, product?: Product) {
  const uploads = FakeUploads.install();
  const dialog = openDialog({ "GET /api/admin/products/7": wholeProduct(), ...replies }, product);
  // The chooser only offers images, but dropped files are checked too, and a user can override the filter.
  return { ...dialog, user: newUser({ applyAccept: false }), uploads };
}

describe("the logo", () => {
  it("is uploaded with its name and the product's, and saved with its color", async () => {
    const { server, user, uploads, onClose } = withUploads({ "POST /api/products": wholeProduct() });
    await fillIn(user);
    await user.upload(chooser("Upload a logo"), png());
    const upload = await uploads.next();
    expect(upload).toMatchObject({ to: "POST /api/upload" });
    expect(upload.body).toEqual({
      image: "data:image/png;base64,AAAAAA==",
      originalName: "logo.png",
      productName: "Lumen",
    });
    act(() => upload.progress(30, 100));
    expect(await screen.findByText("30 %")).toBeInTheDocument();
    expect(screen.getByRole("progressbar", { name: "Uploading logo.png" })).toHaveAttribute("value", "0.3");
    expect(screen.getByRole("button", { name: "Create Product" })).toBeDisabled();
    await act(async () => upload.answer(200, uploaded));
    await waitFor(() => expect(field("Logo")).toHaveValue("/uploads/kept.jpg"));
    expect(shownToast()).toMatchObject({ title: "Logo Uploaded" });
    await press(user, "Create Product");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.sent("POST /api/products")).toMatchObject([{ logo: "/uploads/kept.jpg", logoColor: "#123456" }]);
  });

  it("can be dropped", async () => {
    const { uploads } = withUploads();
    const dataTransfer = { files: [png("dropped.png")] };
    fireEvent.drop(screen.getByText(/^Drop a JPG or PNG image here/), { dataTransfer });
    expect((await uploads.next()).body).toMatchObject({ originalName: "dropped.png" });
  });

  const wrongType = "Please upload a JPG or PNG image file";
  const tooLarge = "Please upload an image smaller than 10MB";
  const failed = "Failed to upload logo. Please try again.";

  it.each([
    [new File(["x"], "a.gif", { type: "image/gif" }), "Invalid File Type", wrongType],
    [png("a.png", 10 * 1024 * 1024 + 1), "File Too Large", tooLarge],
  ])("is rejected before it is sent", async (file, title, description) => {
    const { user, uploads } = withUploads();
    await user.upload(chooser("Upload a logo"), file);
    expect(shownToast()).toMatchObject({ title, description, tone: "destructive" });
    expect(screen.getByRole("alert")).toHaveTextContent(description);
    expect(uploads.made).toEqual([]);
    expect(field("Logo")).toHaveValue("");
  });

  it.each([
    [413, { message: tooLarge }, "File Too Large", tooLarge],
    [415, { message: wrongType }, "Invalid File Type", wrongType],
    [422, { message: "It cannot be decoded." }, "Upload Failed", failed],
    [500, {}, "Upload Failed", failed],
  ])("stays as it was when the server answers %i", async (status, body, title, description) => {
    const { user, uploads } = withUploads({}, wholeProduct());
    await user.upload(await screen.findByLabelText("Upload a logo"), png());
    const upload = await uploads.next();
    await act(async () => upload.answer(status, body));
    await waitFor(() => expect(shownToast()).toMatchObject({ title, description, tone: "destructive" }));
    expect(field("Logo")).toHaveValue("/uploads/a.jpg");
    expect(screen.getByRole("button", { name: "Update Product" })).toBeEnabled();
    if (status === 422) expect(screen.getByRole("alert")).toHaveTextContent("It cannot be decoded.");
  });

  it("stays as it was when the connection breaks, or when the upload is cancelled, without a message", async () => {
    const { user, uploads } = withUploads();
    await user.upload(chooser("Upload a logo"), png());
    const broken = await uploads.next();
    await act(async () => broken.breakOff());
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Upload Failed" }));
    await user.upload(chooser("Upload a logo"), png());
    const cancelled = await uploads.next();
    await press(user, "Cancel upload");
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    expect(cancelled.isAborted).toBe(true);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(field("Logo")).toHaveValue("");
  });

  it("that is being uploaded is not lost by closing without a confirmation, and is aborted after it", async () => {
    const { user, uploads, onClose } = withUploads();
    await user.upload(chooser("Upload a logo"), png());
    const upload = await uploads.next();
    await press(user, "Cancel");
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    expect(onClose).toHaveBeenCalled();
    expect(upload.isAborted).toBe(true);
  });

  it("may be a URL, which has no color of an upload", async () => {
    const { server, user, onClose } = withUploads({ "PUT /api/products/7": wholeProduct() }, wholeProduct());
    await user.clear(await screen.findByRole("textbox", { name: "Logo" }));
    await user.type(field("Logo"), "https://lumen.example/logo.png");
    await press(user, "Update Product");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [written] = server.sent("PUT /api/products/7");
    expect(written).toMatchObject({ logo: "https://lumen.example/logo.png" });
    expect(written).not.toHaveProperty("logoColor");
  });
});

describe("the video", () => {
  const preview = () => screen.queryByTitle<HTMLIFrameElement>("Video preview");

  it("is previewed at 560×315 as visitors see it, after typing has paused", async () => {
    const { user } = openDialog();
    expect(preview()).toBeNull();
    expect(screen.queryByText("Unable to load video")).toBeNull();
    await user.click(field("Video URL"));
    await user.paste("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
    await waitFor(() => expect(preview()?.src).toBe("https://www.youtube.com/embed/dQw4w9WgXcQ"));
    expect(preview()).toMatchObject({ width: "560", height: "315" });
    expect(preview()?.getAttribute("sandbox")).not.toContain("top-navigation");
  });

  const paste = async (link: string) => {
    const { user } = openDialog();
    await user.click(field("Video URL"));
    await user.paste(link);
    return user;
  };

  it.each([
    ["https://youtu.be/dQw4w9WgXcQ", "youtube"],
    ["https://vimeo.com/76979871", "vimeo"],
    ["https://acme.wistia.com/medias/e4a27b971d", "wistia"],
    ["https://videos.example.com/1", "custom"],
  ])("detects its provider: %s", async (link, host) => {
    await paste(link);
    expect(screen.getByRole("combobox", { name: "Video host" })).toHaveValue(host);
    expect(screen.getByRole("combobox", { name: "Video host" })).toHaveAccessibleDescription("Detected from the URL.");
  });

  it("has no provider before there is a URL", () => {
    openDialog();
    expect(screen.getByRole("combobox", { name: "Video host" })).toHaveAccessibleDescription("");
  });

  it("uses the provider chosen by hand until its URL changes", async () => {
    const user = await paste("https://youtu.be/dQw4w9WgXcQ");
    const host = screen.getByRole("combobox", { name: "Video host" });
    await user.selectOptions(host, "Vimeo");
    expect(host).toHaveAccessibleDescription("Preview only. Visitors see YouTube.");
    expect(await screen.findByText("Unable to load video")).toBeInTheDocument();
    await user.selectOptions(host, "Custom");
    await waitFor(() => expect(preview()?.src).toBe("https://youtu.be/dQw4w9WgXcQ"));
    await user.type(field("Video URL"), "?t=1");
    expect(host).toHaveValue("youtube");
    await waitFor(() => expect(preview()?.src).toBe("https://www.youtube.com/embed/dQw4w9WgXcQ"));
  });

  it("shows an error when its URL has no player", async () => {
    await paste("a film about cats");
    expect(await screen.findByText("Unable to load video")).toBeInTheDocument();
    expect(screen.getByText("Please check the video URL format")).toBeInTheDocument();
  });
});

describe("the screenshots", () => {
  const addresses = () =>
    screen.getAllByRole<HTMLInputElement>("textbox", { name: /^Screenshot/ }).map(({ value }) => value);
  const at = (position: number) => screen.getByRole("textbox", { name: `Screenshot ${position}, address` });

  async function withThree() {
    const { user } = openDialog();
    for (const [index, name] of ["a", "b", "c"].entries()) {
      await user.click(at(index + 1));
      await user.paste(`https://x.example/${name}`);
    }
    return user;
  }

  it("have an empty row for the next one, up to six", async () => {
    const user = await withThree();
    expect(addresses()).toHaveLength(4);
    for (const position of [4, 5, 6]) await user.type(at(position), "https://x.example/z");
    expect(addresses()).toHaveLength(6);
    expect(screen.queryByLabelText("Upload screenshots")).toBeNull();
  });

  it("are moved up and down and keep the focus", async () => {
    const user = await withThree();
    await press(user, "Move Screenshot 3 up");
    expect(addresses().slice(0, 3)).toEqual(["https://x.example/a", "https://x.example/c", "https://x.example/b"]);
    expect(screen.getByRole("button", { name: "Move Screenshot 2 up" })).toHaveFocus();
    await press(user, "Move Screenshot 1 down");
    expect(addresses().slice(0, 3)).toEqual(["https://x.example/c", "https://x.example/a", "https://x.example/b"]);
    expect(screen.getByRole("button", { name: "Move Screenshot 1 up" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Move Screenshot 3 down" })).toBeDisabled();
  });

  it("are removed, and the focus moves to the next one in that position", async () => {
    const user = await withThree();
    await press(user, "Remove Screenshot 1");
    expect(addresses()).toEqual(["https://x.example/b", "https://x.example/c", ""]);
    expect(at(1)).toHaveFocus();
  });

  it("are uploaded one after the other, up to the limit", async () => {
    const { user, uploads } = withUploads();
    await user.upload(
      chooser("Upload screenshots"),
      ["1", "2"].map((name) => png(`${name}.png`)),
    );
    for (const name of ["1", "2"]) {
      const upload = await uploads.next();
      expect(upload.body).toMatchObject({ originalName: `${name}.png`, kind: "screenshot" });
      await act(async () => upload.answer(200, { url: `/uploads/${name}.jpg`, logoColor: "" }));
      await waitFor(() => expect(addresses()).toContain(`/uploads/${name}.jpg`));
    }
    expect(shownToast()).toMatchObject({ title: "Screenshot Uploaded" });
    expect(addresses()).toEqual(["/uploads/1.jpg", "/uploads/2.jpg", ""]);
  });

  it("show which one is not a URL, and focus it", async () => {
    const user = await withThree();
    await user.clear(at(2));
    await user.type(at(2), "nowhere");
    await press(user, "Create Product");
    await waitFor(() => expect(at(2)).toHaveAccessibleDescription(/^Please enter a valid URL/));
    expect(screen.getByRole("button", { name: "Media 1 to correct" })).toBeInTheDocument();
  });

  it("show the server's errors", async () => {
    const fields = [{ field: "images", message: "Please use at most 6 images" }];
    const { user } = withUploads({ "PUT /api/products/7": refusal(422, "x", { fields }) }, wholeProduct());
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "x");
    await press(user, "Update Product");
    expect(await screen.findByText("Please use at most 6 images")).toBeInTheDocument();
    await waitFor(() => expect(at(1)).toHaveFocus());
  });
});

describe("a file dropped elsewhere in the dialog", () => {
  it("does not replace the page", () => {
    openDialog();
    const missed = fireEvent.drop(within(screen.getByRole("dialog")).getByText("Basics", { selector: "h3" }));
    expect(missed).toBe(false);
  });
});

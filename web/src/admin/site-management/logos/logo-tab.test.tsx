import { screen, waitFor, within } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deferred } from "../../../testing/page";
import { done, refusal } from "../../../testing/server";
import { logo, open, press, toastOf } from "../../../testing/site-management";
import {
  drawingTooLarge,
  inputOf,
  maxLogoBytes,
  maxSvgBytes,
  objectionTo,
  sizeInKB,
  tooLarge,
  wrongType,
} from "./use-logos";

describe("site logos", () => {
  const file = (name: string, type: string, size = 6) => new File([new Uint8Array(size)], name, { type });

  it("have three slots, empty at first", async () => {
    const reading = deferred<unknown>();
    open("?tab=logos", { "GET /api/logo-settings": () => reading.promise });
    await screen.findByRole("tabpanel"); // its screen is loaded, which says the same
    expect(screen.getByText("Loading...")).toBeVisible();
    reading.settle([]);
    expect(
      await screen.findByText("No logos uploaded yet. Use the upload section above to add your first logo."),
    ).toBeVisible();
    for (const words of ["Recommended 200x60px", "Recommended 120x40px", "Recommended 32x32px"]) {
      expect(screen.getByText(new RegExp(words))).toBeVisible();
    }
  });

  it("are all listed, with their details", async () => {
    open("?tab=logos", {
      "GET /api/logo-settings": [logo(1, "main"), logo(2, "favicon", { isActive: false, fileSize: 100 })],
    });
    const cards = within(await screen.findByRole("list", { name: "Current logos" })).getAllByRole("listitem");
    expect(cards[0]).toHaveTextContent("mainActiveOur main1.5 KBimage/svg+xmlDelete");
    expect(cards[1]).toHaveTextContent("faviconInactiveOur favicon0.1 KBimage/svg+xmlDelete");
    expect(within(screen.getByRole("region", { name: "Main Logo" })).getByText("1.5 KB")).toBeVisible();
    expect(within(screen.getByRole("region", { name: "Favicon" })).getByText("No logo yet")).toBeVisible();
  });

  it("are uploaded, with a busy state", async () => {
    const answer = deferred<unknown>();
    const { user, sent } = open("?tab=logos", { "POST /api/logo-settings": () => answer.promise });
    await user.upload(await screen.findByLabelText("Upload compact logo"), file("small.png", "image/png"));
    expect(await screen.findByText("Uploading...")).toBeVisible();
    answer.settle(logo(4, "compact"));
    expect(await screen.findByText("Logo saved successfully")).toBeInTheDocument();
    expect(sent("POST /api/logo-settings")[0]).toEqual({
      type: "compact",
      name: "small",
      fileName: "small.png",
      fileData: "data:image/png;base64,AAAAAAAA",
      mimeType: "image/png",
      fileSize: 6,
      isActive: true,
    });
    expect(sent("GET /api/logo-settings")).toHaveLength(2);
  });

  it("are rejected if they are not images or too large, here and by the server", async () => {
    const { server, user, sent } = open("?tab=logos", { "POST /api/logo-settings": refusal(413, "Too large.") });
    const chooser = await screen.findByLabelText("Upload favicon");
    const choose = async (chosen: File) => user.setup({ applyAccept: false }).upload(chooser, chosen);
    await choose(file("page.html", "text/html"));
    expect(await toastOf("Invalid file type")).toHaveTextContent("Please select an image file");
    await choose(file("a.png", "image/png", 5 * 1024 * 1024 + 1));
    expect(await toastOf("File too large")).toHaveTextContent("Please select an image smaller than 5MB");
    expect(sent("POST /api/logo-settings")).toEqual([]);
    server.replies["POST /api/logo-settings"] = refusal(422, "Please select an image file");
    await choose(file("a.png", "image/png"));
    expect(await toastOf("Failed to save logo")).toHaveTextContent("Please select an image file");
  });

  it("are deleted after a confirmation, and stay if that fails", async () => {
    const { server, user } = open("?tab=logos", {
      "GET /api/logo-settings": [logo(1, "main")],
      "DELETE /api/logo-settings/1": refusal(500, "Broken."),
    });
    await user.click(await screen.findByRole("button", { name: "Delete main logo" }));
    expect(screen.getByRole("alertdialog", { name: "Are you sure you want to delete this logo?" })).toBeVisible();
    await press(user, "Delete");
    expect(await toastOf("Failed to delete logo")).toHaveTextContent("Broken.");
    server.replies["DELETE /api/logo-settings/1"] = done;
    await press(user, "Delete");
    expect(await screen.findByText("Logo deleted successfully")).toBeInTheDocument();
  });

  it("update the browser's tab icon immediately, and restore the default icon when deleted", async () => {
    const link = document.head.appendChild(
      Object.assign(document.createElement("link"), { rel: "icon", href: "/old" }),
    );
    const site = (...logos: object[]) => ({ name: "Vitrine", categories: [], socialLinks: [], logos });
    const icon = { type: "favicon", name: "Ours", url: "/logos/favicon?v=2", mimeType: "image/png" };
    const { server, user, sent } = open("?tab=logos", {
      "GET /api/logo-settings": [logo(1, "favicon")],
      "GET /api/site": site({ type: "main", name: "Main", url: "/logos/main?v=1", mimeType: "image/png" }, icon),
      "POST /api/logo-settings": logo(1, "favicon"),
      "DELETE /api/logo-settings/1": done,
    });
    await user.upload(await screen.findByLabelText("Upload favicon"), file("a.png", "image/png"));
    await waitFor(() => expect([link.getAttribute("href"), link.type]).toEqual(["/logos/favicon?v=2", "image/png"]));
    await waitFor(() => expect(screen.getByLabelText("Upload favicon")).toBeEnabled());
    server.replies["GET /api/site"] = refusal(503, "Busy.");
    await user.upload(screen.getByLabelText("Upload favicon"), file("b.png", "image/png"));
    await waitFor(() => expect(sent("GET /api/site")).toHaveLength(3));
    expect(link).toHaveAttribute("href", "/logos/favicon?v=2");
    server.replies["GET /api/site"] = site();
    await press(user, "Delete favicon");
    await press(user, "Delete");
    await waitFor(() => expect([link.getAttribute("href"), link.type]).toEqual(["/favicon.svg", "image/svg+xml"]));
    link.remove();
  });
});

describe("a size", () => {
  it.each([
    [0, "0.0 KB"],
    [51, "0.0 KB"],
    [52, "0.1 KB"],
    [1024, "1.0 KB"],
    [1536, "1.5 KB"],
    [12_345, "12.1 KB"],
    [5 * 1024 * 1024, "5120.0 KB"],
  ])("of %d bytes is %s", (bytes, words) => expect(sizeInKB(bytes)).toBe(words));

  it("has one decimal and is rounded correctly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxLogoBytes }), (bytes) => {
        const words = sizeInKB(bytes);
        expect(words).toMatch(/^\d+\.\d KB$/);
        expect(Math.abs(Number.parseFloat(words) - bytes / 1024)).toBeLessThanOrEqual(0.0501);
      }),
    );
  });
});

describe("a logo file", () => {
  it.each(["image/png", "image/jpeg", "image/svg+xml", "image/gif", "image/webp"])("of type %s may be a logo", (type) =>
    expect(objectionTo({ type, name: "logo", size: 1 })).toBeNull(),
  );

  it.each(["text/html", "application/pdf", "video/mp4"])("of type %s is rejected", (type) =>
    expect(objectionTo({ type, name: "logo.png", size: 1 })).toBe(wrongType),
  );

  it("without a type is recognized by its name", () => {
    expect(objectionTo({ type: "", name: "LOGO.SVG", size: 1 })).toBeNull();
    expect(objectionTo({ type: "", name: "logo.exe", size: 1 })).toBe(wrongType);
  });

  it("may have exactly 5 MB", () => {
    expect(objectionTo({ type: "image/png", name: "a", size: maxLogoBytes })).toBeNull();
    expect(objectionTo({ type: "image/png", name: "a", size: maxLogoBytes + 1 })).toBe(tooLarge);
  });

  it("may have exactly 256 KB if it is an SVG", () => {
    expect(objectionTo({ type: "image/svg+xml", name: "a", size: maxSvgBytes })).toBeNull();
    expect(objectionTo({ type: "image/svg+xml", name: "a", size: maxSvgBytes + 1 })).toBe(drawingTooLarge);
    expect(objectionTo({ type: "", name: "a.SVG", size: maxSvgBytes + 1 })).toBe(drawingTooLarge);
  });

  it("is sent whole, named like its file without the extension, and active", async () => {
    const file = new File(["<svg/>"], "our mark.v2.svg", { type: "image/svg+xml" });
    expect(await inputOf("main", file)).toEqual({
      type: "main",
      name: "our mark.v2",
      fileName: "our mark.v2.svg",
      fileData: `data:image/svg+xml;base64,${btoa("<svg/>")}`,
      mimeType: "image/svg+xml",
      fileSize: 6,
      isActive: true,
    });
  });

  it("always has a name, cut to the limit", async () => {
    const named = async (name: string) => inputOf("favicon", new File(["x"], name, { type: "image/png" }));
    expect((await named(" .png")).name).toBe("favicon");
    expect((await named(".png")).name).toBe(".png");
    const long = await named(`${"🎻".repeat(300)}.png`);
    expect([...long.name]).toHaveLength(200);
    expect([...(long.fileName ?? "")]).toHaveLength(255);
  });
});

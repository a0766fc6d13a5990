import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { deferred } from "../../../testing/page";
import { done, refusal } from "../../../testing/server";
import { logo, open, press, toastOf } from "../../../testing/site-management";

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

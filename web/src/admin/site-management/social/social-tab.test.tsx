import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { deferred, textsOf } from "../../../testing/page";
import { done, refusal } from "../../../testing/server";
import { link, open, press, toastOf } from "../../../testing/site-management";

describe("social links", () => {
  it("are listed with their details, including hidden ones", async () => {
    open("?tab=social");
    const rows = within(await screen.findByRole("list", { name: "Current links" })).getAllByRole("listitem");
    expect(rows.map((row) => row.querySelector("h3")?.textContent)).toEqual(["GitHub", "Medium", "Reddit"]);
    const states = rows.map((row) => within(row).getByText(/^(Active|Inactive)$/).textContent);
    expect(states).toEqual(["Active", "Inactive", "Active"]);
    const address = screen.getByRole("link", { name: "https://github.example/vitrine" });
    expect(address).toHaveAttribute("target", "_blank");
    expect(screen.getByText("Order: 3")).toBeVisible();
    expect(screen.getByRole("switch", { name: "Medium is active" })).not.toBeChecked();
  });

  it("that cannot be loaded leave the form as it is, with a retry button, and are empty at first", async () => {
    const { server, user } = open("?tab=social", { "GET /api/social-media": refusal(500, "Broken.") });
    expect(await screen.findByRole("alert")).toHaveTextContent("Broken.");
    expect(screen.getByRole("button", { name: "Add Social Link" })).toBeEnabled();
    server.replies["GET /api/social-media"] = [];
    await press(user, "Try again");
    expect(await screen.findByText("No social media links found. Add one using the form on the left.")).toBeVisible();
  });

  it("are added from a chosen platform", async () => {
    const answer = deferred<unknown>();
    const { user, sent } = open("?tab=social", { "POST /api/social-media": () => answer.promise });
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
    expect(sent("POST /api/social-media")[0]).toEqual({
      platform: "TikTok",
      url: "https://tiktok.com/@vitrine",
      isActive: false,
      displayOrder: 0,
    });
    expect(screen.getByRole("textbox", { name: "Platform Name" })).toHaveValue("");
    expect(sent("GET /api/social-media")).toHaveLength(2);
  });

  it("are not added without a platform and a URL", async () => {
    const { user, sent } = open("?tab=social");
    await screen.findByRole("heading", { name: "Current Links" });
    await press(user, "Add Social Link");
    expect(await screen.findByText("Platform is required")).toBeVisible();
    expect(screen.getByText("Please enter a valid URL")).toBeVisible();
    expect(sent("POST /api/social-media")).toEqual([]);
  });

  it.each([
    ["POST /api/social-media", "Failed to create social media link"],
    ["PUT /api/social-media/1", "Failed to update social media link"],
    ["DELETE /api/social-media/1", "Failed to delete social media link"],
  ])("stay as they are when a change fails: %s", async (call, title) => {
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
    const { user, sent } = open("?tab=social", {
      "PUT /api/social-media/2": (body: unknown) => link(2, "Medium", body as object),
    });
    await user.click(await screen.findByRole("switch", { name: "Medium is active" }));
    expect(await screen.findByText("Social media link updated successfully")).toBeInTheDocument();
    expect(sent("PUT /api/social-media/2")[0]).toEqual({ isActive: true });
  });

  it("are deleted after a confirmation", async () => {
    const { user, sent } = open("?tab=social", { "DELETE /api/social-media/1": done });
    await user.click(await screen.findByRole("button", { name: "Delete GitHub" }));
    const question = "Are you sure you want to delete this social media link?";
    expect(screen.getByRole("alertdialog", { name: question })).toBeVisible();
    await press(user, "Cancel");
    expect(sent("DELETE /api/social-media/1")).toEqual([]);
    await press(user, "Delete GitHub");
    await press(user, "Delete");
    expect(await screen.findByText("Social media link deleted successfully")).toBeInTheDocument();
  });

  it("are moved by keyboard, and moved back if the order cannot be saved", async () => {
    const { server, user, sent } = open("?tab=social", {
      "PATCH /api/social-media/reorder": refusal(422, "One is gone."),
    });
    const names = () => textsOf(within(screen.getByRole("list", { name: "Current links" })).getAllByRole("heading"));
    const handle = await screen.findByRole("button", { name: "Move GitHub" });
    handle.focus();
    await user.keyboard("{Enter}{ArrowDown}{ArrowDown}{Enter}");
    expect(await toastOf("Update Failed")).toHaveTextContent("One is gone.");
    expect(sent("PATCH /api/social-media/reorder")[0]).toEqual({
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

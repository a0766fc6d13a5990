import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { busy } from "../../testing/server";
import { sampleNumbers as numbers, openReaders as open, withoutAccounts } from "../../testing/subscribers";

describe("the numbers", () => {
  const read = "GET /api/admin/reader-numbers";

  it("are one line that opens to a chart with a table by week", async () => {
    const { user } = open({ [read]: numbers({ signUps: 2, confirmed: 10, unsubscribed: 1 }) });
    await waitFor(() =>
      expect(screen.getByRole("heading", { name: "Numbers" }).parentElement).toHaveTextContent(
        "Numbers34 subscribers · 1,200 users",
      ),
    );
    await user.click(screen.getByRole("heading", { name: "Numbers" }));
    expect(screen.getByText(/30 weekly, 4 monthly/)).toBeVisible();
    expect(await screen.findByRole("img")).toHaveAccessibleName(
      "Readers, last 26 weeks: 10 subscriptions, 2 sign-ups, 1 unsubscribed",
    );
    const last = screen.getByText("Week of 23 Nov: 10 subscriptions, 2 sign-ups, 1 unsubscribed").parentElement;
    expect(last?.querySelector("[data-series=confirmed]")).toHaveAttribute("height", "100");
    expect(last?.querySelector("[data-series=signUps]")).toHaveAttribute("height", "20");
    await user.click(screen.getByText("Show numbers"));
    const rows = within(screen.getByRole("region", { name: "Readers, by week" })).getAllByRole("row");
    expect(rows).toHaveLength(27);
    expect(rows[0]).toHaveTextContent("WeekSubscribedSigned upLeft");
    expect(rows[1]).toHaveTextContent("23 Nov1021");
  });

  it("have no sign-ups where visitors can't sign up", async () => {
    const { user } = open({ "GET /api/auth/me": withoutAccounts, [read]: numbers({ signUps: 2, confirmed: 1 }) });
    await screen.findByText("34");
    expect(screen.queryByText(/users/)).toBeNull();
    await user.click(screen.getByRole("heading", { name: "Numbers" }));
    expect(await screen.findByRole("img")).toHaveAccessibleName(/: 1 subscription, 0 unsubscribed$/);
  });

  it("say that nothing happened, and why they could not be loaded", async () => {
    const { server, user } = open({ [read]: busy });
    expect(await screen.findByText("Couldn't load the numbers: The site is busy.")).toBeVisible();
    server.replies[read] = numbers();
    await user.click(screen.getByRole("button", { name: "Try again to load the numbers" }));
    await user.click(await screen.findByRole("heading", { name: "Numbers" }));
    expect(await screen.findByText(/^Nobody has subscribed/)).toBeVisible();
    expect(screen.queryByRole("img")).toBeNull();
  });
});

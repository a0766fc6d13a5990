import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { newQueryClient } from "../../api/client";
import type { VisitDay } from "../../api/schema.gen";
import { writtenDay } from "../../kit/admin/chart";
import { failure, stubApi } from "../../testing/page";
import { newUser } from "../../testing/user";
import Traffic from "./traffic";
import { ProductVisits, useVisitCourses, VisitSpark } from "./visits";

/** Thirty days up to the 21st of November, with these counts on the last day. */
const until = (views: number, clicks: number): VisitDay[] =>
  Array.from({ length: 30 }, (_, at) => ({
    day: new Date(Date.UTC(2026, 10, 21 - 29 + at)).toISOString().slice(0, 10),
    views: at === 29 ? views : 0,
    clicks: at === 29 ? clicks : 0,
  }));

const top = [
  { id: 7, slug: "runway", name: "Runway", clicks: 1204, views: 3 },
  { id: 8, slug: "suno", name: "Suno", clicks: 301, views: 9 },
];

const pages = [
  { path: "/compare/runway-vs-suno", title: "Runway vs Suno", views: 40 },
  { path: "/best/video", title: "Video", views: 10 },
];

function show(element: ReactElement) {
  render(<QueryClientProvider client={newQueryClient()}>{element}</QueryClientProvider>);
  return newUser();
}

describe("the clicks and views of a tool", () => {
  const visits = "/api/products/7/visits";
  const showTool = (reply: unknown) => {
    stubApi({ [visits]: reply });
    return show(<ProductVisits id={7} />);
  };

  it("are a chart with its numbers as a table by day", async () => {
    const user = showTool({ days: until(12, 1) });
    expect(await screen.findByRole("img")).toHaveAccessibleName("This tool, last 30 days: 1 click, 12 views");
    await user.click(screen.getByText("Show numbers"));
    const rows = screen.getAllByRole("row");
    expect(rows).toHaveLength(31);
    expect(rows[1]).toHaveTextContent("Nov 21, 2026112");
    expect(rows[30]).toHaveTextContent("Oct 23, 202600");
  });

  it("are drawn in proportion to the maximum", async () => {
    showTool({ days: until(8, 2) });
    const day = (await screen.findByText("Nov 21, 2026: 2 clicks, 8 views")).parentElement;
    expect(day?.querySelector("[data-series=views]")).toHaveAttribute("height", "100");
    expect(day?.querySelector("[data-series=clicks]")).toHaveAttribute("height", "25");
    expect(day?.querySelector("[data-series=clicks]")).toHaveAttribute("y", "75");
  });

  it("show a note if there are none", async () => {
    showTool({ days: until(0, 0) });
    expect(await screen.findByText(/^No clicks or views of this tool/)).toBeInTheDocument();
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("offer a retry button if they cannot be loaded", async () => {
    const user = showTool(failure(503, '{"message":"Too much to do.","code":"unavailable"}'));
    expect(screen.getByText("Loading clicks")).toBeInTheDocument();
    expect(await screen.findByText(/^Couldn.t load the clicks: Too much to do/)).toBeInTheDocument();
    stubApi({ [visits]: { days: until(1, 0) } });
    await user.click(screen.getByRole("button", { name: /^Try again/ }));
    expect(await screen.findByRole("img")).toBeInTheDocument();
  });
});

describe("the traffic", () => {
  const open = (reply: unknown) => {
    stubApi({ "/api/admin/visits": reply });
    show(<Traffic />);
  };

  it("is a chart, the most clicked tools and the most viewed pages", async () => {
    open({ days: until(12, 1505), top, pages });
    const list = await screen.findByRole("table", { name: "Most clicked tools, last 30 days" });
    const rows = within(list).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual(["Most clickedClicksViews", "Runway1,2043", "Suno3019"]);
    expect(within(list).getByRole("link", { name: "Suno" })).toHaveAttribute("href", "/products/suno");
    expect(within(list).getByRole("rowheader", { name: "Suno" }).style.getPropertyValue("--share")).toBe("0.25");
    expect(screen.getByRole("img", { name: "All tools, last 30 days: 1,505 clicks, 12 views" })).toBeInTheDocument();
    const viewed = screen.getByRole("table", { name: "Most viewed pages, last 30 days" });
    const page = within(viewed).getByRole("rowheader", { name: "Video" });
    expect(page.style.getPropertyValue("--share")).toBe("0.25");
    expect(page.parentElement).toHaveTextContent("Video10");
    expect(within(viewed).getByRole("link", { name: "Video" })).toHaveAttribute("href", "/best/video");
  });

  it("names no tool as most clicked that nobody clicked", async () => {
    open({ days: until(4, 0), top: top.map((tool) => ({ ...tool, clicks: 0 })), pages: [] });
    const list = await screen.findByRole("table", { name: "Most viewed tools, last 30 days" });
    expect(within(list).getAllByRole("row")[0]).toHaveTextContent("Most viewedViews");
    expect(screen.queryByRole("table", { name: /^Most clicked/ })).toBeNull();
  });

  it("is a note if nothing was counted", async () => {
    open({ days: until(0, 0), top: [], pages: [] });
    expect(await screen.findByText(/^No clicks or views of any tool/)).toBeInTheDocument();
  });

  it("offers a retry button if it cannot be loaded", async () => {
    open(failure(503, '{"message":"Too much to do.","code":"unavailable"}'));
    expect(await screen.findByRole("heading", { name: "Couldn't load the traffic" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
  });
});

describe("the clicks in a row", () => {
  const Row = ({ id }: { id: number }) => <VisitSpark clicks={useVisitCourses()(id)} />;

  it("are a line and their sum; without any, only the sum", async () => {
    stubApi({ "/api/admin/visits/products": [{ id: 7, clicks: [0, 1, 3] }] });
    show(
      <>
        <Row id={7} />
        <Row id={9} />
      </>,
    );
    expect(await screen.findByText("4 clicks in 30 days")).toBeInTheDocument();
    expect(screen.getByText("0 clicks in 30 days")).toBeInTheDocument();
    const lines = [...document.querySelectorAll("polyline")].map((line) => line.getAttribute("points"));
    expect(lines).toEqual(["0,19 32,13 64,1"]);
  });
});

it("a date is written in English, in any time zone", () => {
  expect([writtenDay("2026-11-21"), writtenDay("2026-01-02")]).toEqual(["Nov 21, 2026", "Jan 2, 2026"]);
});

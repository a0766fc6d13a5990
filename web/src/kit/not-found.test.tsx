import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { NotFound } from "./not-found";

it("an unknown URL shows an error, with a search and a link to home that work without scripts", () => {
  render(<NotFound />);
  expect(screen.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  expect(screen.getByText("Did you forget to add the page to the router?")).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
  const field = screen.getByRole("searchbox", { name: "Find a tool" });
  expect(field).toHaveAttribute("name", "search");
  expect(field.closest("form")).toHaveAttribute("action", "/");
});

import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { vi } from "vitest";
import { ProductDialog } from "../admin/product-dialog/product-dialog";
import { newQueryClient } from "../api/client";
import type { Product } from "../api/schema.gen";
import { pageToasts, type ToastContent } from "../kit/toast";
import { sampleCategories, sampleProduct } from "./samples";
import { type Reply, stubServer } from "./server";
import { newUser } from "./user";

/** Opens the dialog on a page with a focused button, with a stubbed server that has the categories. */
export function openDialog(replies: Record<string, Reply> = {}, product?: Product) {
  const server = stubServer({ "GET /api/categories": sampleCategories, ...replies });
  const onSaved = vi.fn<(saved: Product) => void>();
  const onClose = vi.fn();
  const queries = newQueryClient();
  const show = (open: boolean) => (
    <QueryClientProvider client={queries}>
      <button type="button">Opener</button>
      <ProductDialog
        product={product}
        open={open}
        onSaved={onSaved}
        onClose={() => {
          onClose();
          page.rerender(show(false));
        }}
      />
    </QueryClientProvider>
  );
  const page = render(show(false));
  screen.getByText("Opener").focus();
  page.rerender(show(true));
  return { server, user: newUser(), onSaved, onClose, reopen: () => page.rerender(show(true)), ...page };
}

/** Returns the toast that is currently shown. */
export const shownToast = (): ToastContent | undefined => pageToasts.list().find(({ open }) => open);

export const field = (name: string) => screen.getByRole("textbox", { name });

type User = ReturnType<typeof newUser>;

/** Fills in a product's required fields. */
export async function fillIn(user: User, { categories = ["Video"] } = {}) {
  await user.type(field("Name"), "  Lumen ");
  await user.type(field("Website"), "https://lumen.example/");
  await user.click(screen.getByRole("radio", { name: "Free" }));
  for (const category of categories) await choose(user, category);
  await user.type(field("Description"), "Lights up a room.");
  await user.click(screen.getByRole("radio", { name: "Our Products" }));
}

/** Chooses a category, existing or new, by typing it. */
export async function choose(user: User, category: string) {
  await user.type(screen.getByRole("combobox", { name: "Categories" }), `${category}{Enter}`);
}

export const chosenCategories = () =>
  within(screen.getByRole("list", { name: /Chosen categories/ }))
    .getAllByRole("listitem")
    .map((item) => item.querySelector(".truncate")?.textContent);

export const press = (user: User, name: string) => user.click(screen.getByRole("button", { name }));

/** A product as the API returns it, with a value in every field. */
export const wholeProduct = (overrides: Partial<Product> = {}) =>
  sampleProduct(7, {
    name: "Lumen",
    description: "Lights up a room.",
    useCases: "Reading",
    tags: ["lamp"],
    phrases: ["read in bed"],
    alternativesIntroduction: "Other lamps.",
    categories: ["Video", "Audio"],
    type: "Freemium",
    section: "Our Products",
    website: "https://lumen.example/?ref=1",
    logo: "/uploads/a.jpg",
    logoColor: "#aabbcc",
    images: ["https://lumen.example/1.png"],
    videoUrl: "https://youtu.be/dQw4w9WgXcQ",
    isFeatured: true,
    promoText: "Half price",
    displayOrder: 4,
    version: 3,
    ...overrides,
  });

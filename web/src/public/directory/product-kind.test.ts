import { expect, it } from "vitest";
import { productKinds } from "../../testing/shared-cases";
import { productKind } from "./product-kind";

it.each(productKinds)("a tool of $categories is $kind", ({ categories, kind }) => {
  expect(productKind(categories)).toBe(kind);
});

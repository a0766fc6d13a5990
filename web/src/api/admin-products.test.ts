import { describe, expect, it } from "vitest";
import { sampleAdminProduct } from "../testing/samples";
import { withPositions } from "./admin-products";

const list = (length: number, gap: number) =>
  Array.from({ length }, (_, index) => sampleAdminProduct(index + 1, { displayOrder: index * gap }));

describe("the products' positions", () => {
  it("are the display orders of a short list", () => {
    const products = list(1000, 7);
    expect(withPositions(products)).toBe(products);
  });

  it("are counted in a long list, except for a product that has none yet", () => {
    const orders = withPositions(list(1001, 7)).map(({ displayOrder }) => displayOrder);
    expect(orders).toEqual(Array.from({ length: 1001 }, (_, index) => index));
  });
});

import { describe, expect, it } from "vitest";
import { sampleAdminProduct } from "../testing/samples";
import { withPlaces } from "./admin-products";

const list = (length: number, gap: number) =>
  Array.from({ length }, (_, index) => sampleAdminProduct(index + 1, { displayOrder: index * gap }));

describe("the places of the products", () => {
  it("are the numbers of a short list, as they are", () => {
    const products = list(1000, 7);
    expect(withPlaces(products)).toBe(products);
  });

  it("are counted in a long list, except for one that has no place yet", () => {
    const orders = withPlaces(list(1001, 7)).map(({ displayOrder }) => displayOrder);
    expect(orders).toEqual(Array.from({ length: 1001 }, (_, index) => index));
  });
});

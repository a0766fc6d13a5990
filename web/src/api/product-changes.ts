import { answered, client } from "./openapi-client";
import type { Product } from "./products";
import type { components } from "./schema.gen";

/** The input for a product. Absent fields become empty; tags and position stay as they are. */
export type ProductInput = components["schemas"]["ProductInput"];

/** Creates a product and returns it. */
export async function createProduct(body: ProductInput): Promise<Product> {
  const { data } = await client.POST("/api/products", { body });
  return answered(data);
}

/** Updates a product if it still has this version; otherwise fails with status 409. */
export async function updateProduct(id: number, version: number, body: ProductInput): Promise<Product> {
  const sent = { params: { path: { x: String(id) } }, body: { ...body, id, version } };
  const { data } = await client.PUT("/api/products/{x}", sent);
  return answered(data);
}

/** Reads the product from the server, not from the cache. */
export async function readProduct(id: number, signal?: AbortSignal): Promise<Product> {
  const { data } = await client.GET("/api/products/{x}", { params: { path: { x: String(id) } }, signal });
  return answered(data);
}

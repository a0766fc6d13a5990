import { answered, client } from "./client";
import type { Product } from "./products";
import type { components } from "./schema.gen";

/** What an administrator says about a product. What is absent is empty; tags and place stay as they are. */
export type ProductInput = components["schemas"]["ProductInput"];

/** Adds a product, and gives it as it is saved. */
export async function createProduct(body: ProductInput): Promise<Product> {
  const { data } = await client.POST("/api/products", { body });
  return answered(data);
}

/** Changes a product that has not been changed since this version; else it fails with status 409. */
export async function updateProduct(id: number, version: number, body: ProductInput): Promise<Product> {
  const sent = { params: { path: { x: String(id) } }, body: { ...body, id, version } };
  const { data } = await client.PUT("/api/products/{x}", sent);
  return answered(data);
}

/** The product as the server has it now, whatever was read before. */
export async function readProduct(id: number, signal?: AbortSignal): Promise<Product> {
  const { data } = await client.GET("/api/products/{x}", { params: { path: { x: String(id) } }, signal });
  return answered(data);
}

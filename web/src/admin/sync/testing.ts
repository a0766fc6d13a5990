import type { LogoEntry } from "./api";

/** The status of a product's logo as the API returns it; by default it is on both sites. */
export const sampleLogo = (id: number, overrides: Partial<LogoEntry> = {}): LogoEntry => ({
  id,
  name: `Tool ${id}`,
  logo: `/uploads/${id}.jpg`,
  status: "exists",
  synced: true,
  devExists: true,
  prodExists: true,
  ...overrides,
});

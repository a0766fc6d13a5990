import type { ProductCard } from "../../api/schema.gen";
import { colorsOf } from "./mark";

export type Lit = Pick<ProductCard, "name" | "logoColor">;

/** Returns a product's accent color: the dominant color of its logo, or else the lighter one of its mark. */
export const lightOf = ({ name, logoColor }: Lit): string => logoColor || colorsOf(name).light;

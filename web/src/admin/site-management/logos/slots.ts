import type { LogoType } from "../../../api/logo-settings";

/** A place on the site that a logo is for. */
export interface Slot {
  type: LogoType;
  title: string;
  /** Where it is shown. */
  use: string;
  /** The recommended size. */
  size: string;
}

export const slots: Slot[] = [
  { type: "main", title: "Main Logo", use: "Navigation", size: "200x60px" },
  { type: "compact", title: "Compact Logo", use: "Footer and mobile", size: "120x40px" },
  { type: "favicon", title: "Favicon", use: "Browser tab, square", size: "32x32px" },
];

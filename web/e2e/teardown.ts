import { rmSync } from "node:fs";

/** Nothing is left behind of the site that was made for the tests. */
export default function removeData() {
  const data = process.env.VITRINE_E2E_DATA;
  if (data) rmSync(data, { recursive: true, force: true });
}

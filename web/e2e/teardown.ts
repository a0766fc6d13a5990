import { rmSync } from "node:fs";

/** Removes the data of the site that was created for the tests. */
export default function removeData() {
  const data = process.env.VITRINE_E2E_DATA;
  if (data) rmSync(data, { recursive: true, force: true });
}

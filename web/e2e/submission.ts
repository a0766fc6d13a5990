import { createHash } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { expect } from "./test";

/** Submits a tool as a browser does, with its proof of work, and returns the URL of its status. */
export async function submitTool(caller: APIRequestContext, name: string): Promise<string> {
  const website = `https://${name.toLowerCase().replaceAll(" ", "-")}.example/`;
  let nonce = 0;
  while (!digest(`vitrine submission\n${website}\n${nonce}`).startsWith("0000")) nonce++;
  const data = {
    productName: name,
    website,
    description: "d <i>",
    category: "Writing",
    type: "Free",
    work: String(nonce),
  };
  const response = await caller.post("/api/submissions", { data });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { status: string }).status;
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

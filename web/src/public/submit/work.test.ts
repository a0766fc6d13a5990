import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { workFor } from "./work";

describe("the proof of work", () => {
  it.each(["https://example.com/", "https://bücher.example/ä?q=1", `https://long.example/${"a".repeat(500)}`])(
    "finds digits that the server accepts for %.40s",
    async (website) => {
      const nonce = await workFor(website, new AbortController().signal);
      expect(nonce).toMatch(/^\d{1,20}$/);
      const hash = createHash("sha256").update(`vitrine submission\n${website}\n${nonce}`).digest("hex");
      expect(hash).toMatch(/^0000/);
    },
  );

  it("stops when it is aborted", async () => {
    const stop = new AbortController();
    stop.abort();
    const nonce = workFor("https://example.com/", stop.signal); // it may finish in the first slice
    await nonce.catch((error: unknown) => expect(stop.signal.reason).toBe(error));
  });
});

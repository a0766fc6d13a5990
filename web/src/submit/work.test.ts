import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256, workFor } from "./work";

const hex = (hash: Uint32Array) => [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
const known = (text: string) => createHash("sha256").update(text).digest("hex");

describe("the proof of work", () => {
  it("hashes as everybody does", () => {
    expect(hex(sha256("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => hex(sha256(text)) === known(text)),
    );
  });

  it.each(["https://example.com/", "https://bücher.example/ä?q=1", `https://long.example/${"a".repeat(500)}`])(
    "finds digits that the server accepts for %.40s",
    async (website) => {
      const nonce = await workFor(website, new AbortController().signal);
      expect(nonce).toMatch(/^\d{1,20}$/);
      expect(known(`vitrine submission\n${website}\n${nonce}`)).toMatch(/^0000/);
    },
  );

  it("ends when nobody wants it any more", async () => {
    const stop = new AbortController();
    stop.abort();
    const nonce = workFor("https://example.com/", stop.signal); // it may be found in the first slice
    await nonce.catch((error: unknown) => expect(stop.signal.reason).toBe(error));
  });
});

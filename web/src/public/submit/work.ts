import { sha256 } from "@noble/hashes/sha2.js";

/** How long one slice of the search may block the page, in milliseconds. */
const slice = 8;

/**
 * Returns a proof of work for this website: digits that, appended to it, give a SHA-256 hash with 16 leading zero bits,
 * as the server requires. It replaces a captcha without any effort for the visitor. The search runs in slices so that
 * the page stays responsive. WebCrypto is not used because it is missing without HTTPS.
 */
export async function workFor(website: string, signal: AbortSignal): Promise<string> {
  const encoder = new TextEncoder();
  const prefix = sha256.create().update(encoder.encode(`vitrine submission\n${website}\n`));
  const digits = new Uint8Array(20);
  const digest = new Uint8Array(prefix.outputLen);
  for (let nonce = 0; ; ) {
    const until = performance.now() + slice;
    do {
      const { written } = encoder.encodeInto(String(nonce), digits);
      prefix.clone().update(digits.subarray(0, written)).digestInto(digest);
      if (digest[0] === 0 && digest[1] === 0) return String(nonce);
      nonce++;
    } while (nonce % 64 !== 0 || performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
}

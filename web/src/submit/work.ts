/** How many zero bits the hash begins with. The server has the same number. */
const workBits = 16;

/** How long one slice of the search may block the page, in milliseconds. */
const slice = 8;

/**
 * The proof that a browser took a moment for this website: digits that, after it, give a SHA-256 which begins with zeros.
 * It stands in for pictures to be read: nobody sees it, and it asks nothing of hands, eyes or ears. It is sought in
 * slices, so that the page stays as quick as before. By hand, as browsers lend theirs only to pages behind https.
 */
export async function workFor(website: string, signal: AbortSignal): Promise<string> {
  const bytes = new TextEncoder().encode(`vitrine submission\n${website}\n`);
  const whole = bytes.length - (bytes.length % 64);
  const middle = initial.slice();
  for (let at = 0; at < whole; at += 64) compress(middle, bytes.subarray(at, at + 64));
  const rest = bytes.subarray(whole);
  for (let nonce = 0; ; ) {
    const until = performance.now() + slice;
    do {
      if (zeros(finish(middle, rest, String(nonce), bytes.length)) >= workBits) return String(nonce);
      nonce++;
    } while (nonce % 64 !== 0 || performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
}

/** The SHA-256 of a text, as eight words (FIPS 180-4). */
export const sha256 = (text: string): Uint32Array => {
  const bytes = new TextEncoder().encode(text);
  const state = initial.slice();
  const whole = bytes.length - (bytes.length % 64);
  for (let at = 0; at < whole; at += 64) compress(state, bytes.subarray(at, at + 64));
  return finish(state, bytes.subarray(whole), "", bytes.length);
};

/** Hashes what is left after the whole blocks, with digits behind it, and ends with the length in bits. */
function finish(middle: Uint32Array, rest: Uint8Array, digits: string, before: number): Uint32Array {
  const state = middle.slice();
  const used = rest.length + digits.length;
  const last = new Uint8Array(used + 9 <= 64 ? 64 : 128);
  last.set(rest);
  for (let i = 0; i < digits.length; i++) last[rest.length + i] = digits.charCodeAt(i);
  last[used] = 0x80;
  new DataView(last.buffer).setUint32(last.length - 4, (before + digits.length) * 8);
  for (let at = 0; at < last.length; at += 64) compress(state, last.subarray(at, at + 64));
  return state;
}

function zeros(hash: Uint32Array): number {
  let count = 0;
  for (const word of hash) {
    count += Math.clz32(word);
    if (word !== 0) break;
  }
  return count;
}

const primes = Array.from({ length: 312 }, (_, i) => i).filter((n) => n > 1 && !divides(n));

function divides(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return true;
  return false;
}

/** The first 32 bits of a number's fraction. */
const fraction = (x: number) => Math.floor((x - Math.floor(x)) * 2 ** 32);

const initial = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const constants = Uint32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
const words = new Uint32Array(64);

const rotate = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** Takes one block of 64 bytes into the state. */
function compress(state: Uint32Array, block: Uint8Array): void {
  const view = new DataView(block.buffer, block.byteOffset, 64);
  const w = (i: number) => words[i] as number;
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(i * 4);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w(i - 15), w(i - 2)];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    words[i] = w(i - 16) + s0 + w(i - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const t1 =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (constants[i] as number) + w(i)) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] = (state[i] as number) + (sums[i] as number);
}

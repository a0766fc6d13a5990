/**
 * Returns the srcset of an upload: its thumbnails with their widths in pixels, and the original with 500. Undefined for
 * any other URL, as only uploads have thumbnails.
 */
export function srcSetOf(address: string): string | undefined {
  const upload = /^\/uploads\/[0-9a-f]{64}(?=\.(?:jpg|png)$)/.exec(address)?.[0];
  return upload && `${upload}-128.webp 128w, ${upload}-256.webp 256w, ${address} 500w`;
}

/** What only React's own renderer can write. */
export class Unsupported extends Error {
  constructor(what: string) {
    super(`markup: ${what} is not supported`);
  }
}

import { vi } from "vitest";

/** An upload whose progress the test controls. */
class FakeUpload {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  ontimeout?: () => void;
  timeout = 0;
  withCredentials = false;
  status = 0;
  statusText = "";
  responseText = "";
  to = "";
  body: Record<string, unknown> = {};
  headers: Record<string, string> = {};
  isAborted = false;

  open(method: string, url: string) {
    this.to = `${method} ${new URL(url, location.href).pathname}`;
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  getResponseHeader = (name: string) => (name === "Content-Type" ? "application/json" : null);

  send(text: string) {
    this.body = JSON.parse(text);
  }

  abort() {
    this.isAborted = true;
    this.onabort?.();
  }

  progress(loaded: number, total: number) {
    this.upload.onprogress?.({ loaded, total });
  }

  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }

  breakOff() {
    this.onerror?.();
  }
}

/** Replaces the network for uploads. */
export class FakeUploads {
  readonly made: FakeUpload[] = [];
  #taken = 0;

  static install(): FakeUploads {
    const uploads = new FakeUploads();
    vi.stubGlobal(
      "XMLHttpRequest",
      class extends FakeUpload {
        override send(text: string) {
          super.send(text);
          uploads.made.push(this);
        }
      },
    );
    return uploads;
  }

  /** Waits for the next upload to start. */
  async next(): Promise<FakeUpload> {
    const at = this.#taken++;
    return vi.waitFor(
      () => {
        const upload = this.made[at];
        if (!upload) throw new Error("no further upload was started");
        return upload;
      },
      { timeout: 60_000 },
    );
  }
}

import { afterEach, describe, expect, it, vi } from "vitest";
import { FakeUploads } from "../testing/uploads";
import { observeSession, RequestError } from "./client";
import { progressTimeout, uploadImage } from "./upload";

const image = { image: "data:image/png;base64,AA==", originalName: "a.png", productName: "Lumen" };
const uploaded = { url: "/uploads/a.jpg", logoColor: "#123456" };

function begin() {
  const shares: number[] = [];
  const stop = new AbortController();
  const uploads = FakeUploads.install();
  const outcome = uploadImage(image, { onProgress: (share) => shares.push(share), signal: stop.signal });
  outcome.catch(() => undefined); // it is checked later
  return { uploads, shares, stop, outcome };
}

afterEach(() => observeSession(undefined));

describe("an upload", () => {
  it("is sent like every other call, with cookies, JSON and the stored token", async () => {
    localStorage.setItem("auth_token", "secret");
    const { uploads, outcome } = begin();
    const upload = await uploads.next();
    expect(upload).toMatchObject({
      to: "POST /api/upload",
      body: image,
      withCredentials: true,
      timeout: progressTimeout,
    });
    expect(upload.headers).toMatchObject({ "content-type": "application/json", authorization: "Bearer secret" });
    upload.answer(200, uploaded);
    expect(await outcome).toEqual(uploaded);
  });

  it("reports its progress", async () => {
    const { uploads, shares } = begin();
    const upload = await uploads.next();
    upload.progress(0, 0);
    upload.progress(1, 4);
    upload.progress(4, 4);
    expect(shares).toEqual([0, 0.25, 1]);
  });

  it("fails with the status and the body", async () => {
    const { uploads, outcome } = begin();
    (await uploads.next()).answer(413, { message: "too large" });
    await expect(outcome).rejects.toMatchObject({ status: 413, body: '{"message":"too large"}' });
    await expect(outcome).rejects.toBeInstanceOf(RequestError);
  });

  it("fails when the connection breaks, and when it takes too long", async () => {
    const broken = begin();
    (await broken.uploads.next()).breakOff();
    await expect(broken.outcome).rejects.toBeInstanceOf(TypeError);
    const slow = begin();
    (await slow.uploads.next()).ontimeout?.();
    await expect(slow.outcome).rejects.toThrow("120 seconds");
  });

  it("ends when it is aborted", async () => {
    const { uploads, outcome, stop } = begin();
    const upload = await uploads.next();
    stop.abort();
    await expect(outcome).rejects.toMatchObject({ name: "AbortError" });
    expect(upload.isAborted).toBe(true);
  });

  it("waits for a new session when the session has ended, and is then sent again", async () => {
    const lost = vi.fn(async () => true);
    observeSession({ used: () => undefined, lost });
    const { uploads, outcome } = begin();
    (await uploads.next()).answer(401, { message: "Please sign in." });
    const again = await uploads.next();
    expect(lost).toHaveBeenCalledOnce();
    expect(again.body).toEqual(image);
    again.answer(200, uploaded);
    expect(await outcome).toEqual(uploaded);
  });
});

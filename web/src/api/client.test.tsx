import { afterEach, describe, expect, it, vi } from "vitest";
import { FakeUploads } from "../testing/uploads";
import {
  answerTimeout,
  bulkTimeout,
  LateError,
  newQueryClient,
  observeSession,
  RequestError,
  send,
  syncTimeout,
} from "./client";
import { client } from "./openapi-client";
import { productQuery } from "./products";
import { progressTimeout, uploadImage } from "./upload";

function stubFetch(response: () => Response) {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    requests.push(request);
    return response();
  });
  return requests;
}

describe("a read", () => {
  it("requests the URL that the key's parts form when joined with slashes", async () => {
    const requests = stubFetch(() => Response.json({ id: 7 }));
    const answer = await newQueryClient().fetchQuery({ queryKey: ["/api/products", 7] });
    expect(answer).toEqual({ id: 7 });
    expect(requests[0]?.method).toBe("GET");
    expect(new URL(requests[0]?.url ?? "").pathname).toBe("/api/products/7");
  });

  it("has its URL as its key, with the product's name encoded", () => {
    expect(productQuery("a/b c").queryKey).toEqual(["/api/products/a%2Fb%20c"]);
  });

  it("sends cookies, and no content type without a body", async () => {
    const requests = stubFetch(() => Response.json({}));
    await newQueryClient().fetchQuery(productQuery("x"));
    expect(requests[0]?.credentials).toBe("include");
    expect(requests[0]?.headers.get("content-type")).toBeNull();
    expect(requests[0]?.headers.get("authorization")).toBeNull();
  });

  it("sends the token stored under auth_token", async () => {
    localStorage.setItem("auth_token", "secret");
    const requests = stubFetch(() => Response.json({}));
    await client.GET("/api/site");
    expect(requests[0]?.headers.get("authorization")).toBe("Bearer secret");
  });

  it("fails with the status, a colon, a space and the body", async () => {
    stubFetch(() => new Response("no such thing", { status: 404 }));
    const read = newQueryClient().fetchQuery(productQuery("x"));
    await expect(read).rejects.toThrow(/^404: no such thing$/);
    await expect(read).rejects.toBeInstanceOf(RequestError);
  });

  it("fails with the status text when the body is empty, also with a 401", async () => {
    stubFetch(() => new Response("", { status: 401, statusText: "Unauthorized" }));
    await expect(newQueryClient().fetchQuery(productQuery("x"))).rejects.toThrow(/^401: Unauthorized$/);
  });

  it("is not retried after a failure", async () => {
    const requests = stubFetch(() => new Response("", { status: 500 }));
    await expect(newQueryClient().fetchQuery(productQuery("x"))).rejects.toThrow();
    expect(requests).toHaveLength(1);
  });
});

describe("a write", () => {
  /** Stubs a server that never answers. */
  function stubSilence() {
    const signals: (AbortSignal | undefined)[] = [];
    vi.stubGlobal("fetch", (_: Request, init?: RequestInit) => {
      const signal = init?.signal ?? undefined;
      signals.push(signal);
      return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    });
    return signals;
  }

  // Not by the description's types: the sync may be taken out.
  const post = client.POST as unknown as (path: string) => Promise<unknown>;

  it.each([
    ["a product", answerTimeout, () => client.DELETE("/api/products/{x}", { params: { path: { x: "1" } } })],
    ["an undo", bulkTimeout, () => client.POST("/api/undo", { body: { version: 1 } })],
    ["the database", syncTimeout, () => post("/api/sync/manual")],
    ["the logos", syncTimeout, () => post("/api/sync-logos")],
  ])("of %s that is not answered in time is aborted with a LateError", async (_, within, change) => {
    vi.useFakeTimers();
    const signals = stubSilence();
    const failed = change().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(within - 1);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toBeInstanceOf(LateError);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no timer running after an answer", async () => {
    vi.useFakeTimers();
    stubFetch(() => new Response(null, { status: 204 }));
    await client.POST("/api/auth/logout");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is aborted when its caller aborts it", async () => {
    stubSilence();
    const caller = new AbortController();
    const failed = client.POST("/api/auth/logout", { signal: caller.signal }).catch((error) => error);
    await Promise.resolve();
    caller.abort(new Error("enough"));
    expect(await failed).toHaveProperty("message", "enough");
  });
});

describe("a write that its caller aborted before it was sent", () => {
  it("is aborted immediately", async () => {
    vi.stubGlobal("fetch", async (_: Request, init?: RequestInit) => {
      init?.signal?.throwIfAborted();
      return new Response(null, { status: 204 });
    });
    const request = new Request("http://localhost/api/auth/logout", {
      method: "POST",
      signal: AbortSignal.abort(new Error("enough")),
    });
    await expect(send(request)).rejects.toHaveProperty("message", "enough");
  });

  it("leaves no listener behind after an answer", async () => {
    stubFetch(() => new Response(null, { status: 204 }));
    const { signal } = new AbortController();
    const request = new Request("http://localhost/api/auth/logout", { method: "POST", signal });
    const listen = vi.spyOn(request.signal, "addEventListener");
    await send(request);
    expect(listen).not.toHaveBeenCalled();
  });
});

describe("the query client", () => {
  it("never refetches automatically: no retry, no refetch on focus or interval, nothing stale", () => {
    const { queries, mutations } = newQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
    });
    expect(mutations?.retry).toBe(false);
  });
});

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

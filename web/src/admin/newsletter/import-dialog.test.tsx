import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ImportResult } from "../../api/readers";
import { deferred } from "../../testing/page";
import { busy, type Reply, refusal } from "../../testing/server";
import { openReaders as open, pageOf, sampleSubscriber, subscribersCall } from "../../testing/subscribers";

describe("an import", () => {
  const call = "POST /api/admin/subscribers/import";
  const result = (overrides: Partial<ImportResult> = {}): ImportResult => ({
    ...{ added: 12, known: 3, unsubscribed: 1, left: 0, invalid: [] },
    ...overrides,
  });
  const proof = () => screen.getByRole("textbox", { name: "How and when did they agree?" });
  const list = () => screen.getByRole("textbox", { name: "List" });

  async function openImport(reply: Reply) {
    const opened = open({ [call]: reply });
    await opened.user.click(await screen.findByRole("button", { name: "Import CSV" }));
    await screen.findByRole("dialog", { name: "Import subscribers" });
    const send = () => opened.user.click(screen.getByRole("button", { name: "Import" }));
    return { ...opened, send, sent: () => opened.sent(call) };
  }

  it("takes pasted lines with proof, and says what became of them", async () => {
    const answer = deferred<unknown>();
    const { server, user, send, sent } = await openImport(() => answer.promise);
    await send();
    expect(list()).toHaveAccessibleDescription("Choose a file or paste its lines.");
    expect(proof()).toHaveAccessibleDescription("Say how and when they agreed to get the newsletter.");
    await user.type(list(), "email{Enter}ann@example.com");
    await send();
    expect(sent()).toEqual([]);
    await user.type(proof(), "By form.");
    await send();
    expect(screen.getByRole("button", { name: "Importing..." })).toBeDisabled();
    server.replies[subscribersCall] = pageOf([sampleSubscriber(8)]);
    const invalid = [
      { line: 3, message: "This is not an email address." },
      { line: 1204, message: "<b>no</b>" },
    ];
    answer.settle(result({ left: 5, invalid }));
    const outcome = await screen.findByRole("dialog", { name: "12 subscribers added" });
    expect(sent()).toEqual([{ csv: "email\nann@example.com", consent: "By form." }]);
    for (const words of [
      "12added as confirmed",
      "3subscribed already",
      "1left before",
      "5not subscribed in this list",
      "2lines skipped",
    ])
      expect(outcome).toHaveTextContent(words);
    const [, ...lines] = within(outcome).getAllByRole("row");
    expect(lines.map((line) => line.textContent)).toEqual(["3This is not an email address.", "1,204<b>no</b>"]);
    expect(document.activeElement).toHaveTextContent(/^12added as confirmed/);
    await user.click(screen.getByRole("button", { name: "Done" }));
    await screen.findByRole("listitem", { name: "s8@example.com" });
  });

  it("takes a file in UTF-16, as Excel saves Unicode text", async () => {
    const { user, send, sent } = await openImport(result());
    await user.type(proof(), "By form.");
    const text = Uint16Array.from("\uFEFFemail\tName\r\nann@example.com\tÄnne\r\n", (unit) => unit.charCodeAt(0));
    await user.upload(screen.getByLabelText("CSV file"), new File([text], "people.txt", { type: "text/plain" }));
    await screen.findByText("people.txt");
    await send();
    await screen.findByRole("dialog", { name: "12 subscribers added" });
    expect(sent()).toEqual([{ csv: "email\tName\r\nann@example.com\tÄnne\r\n", consent: "By form." }]);
  });

  it("takes a file, which can be removed", async () => {
    const { user, send, sent } = await openImport(result({ added: 1, invalid: [] }));
    await user.type(proof(), "By form.");
    const file = (text: string, name: string) => new File([text], name, { type: "text/csv" });
    const choose = screen.getByLabelText("CSV file");
    await user.upload(choose, file("W".repeat(2_000_001), "large.csv"));
    await waitFor(() => expect(list()).toHaveAccessibleDescription(/^This file is larger than 2 MB/));
    await user.upload(choose, file("email\r\na@example.com\r\n\r\n", "people.csv"));
    expect(await screen.findByText("people.csv")).toBeVisible();
    expect(screen.getByText("2 lines")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Remove file" }));
    expect(list()).toHaveValue("");
    await user.upload(choose, file("email\nb@example.com", "others.csv"));
    await screen.findByText("others.csv");
    await send();
    await screen.findByRole("dialog", { name: "1 subscriber added" });
    expect(sent()).toEqual([{ csv: "email\nb@example.com", consent: "By form." }]);
    expect(screen.queryByRole("table")).toBeNull();
  });

  const wrong = (field: string, message: string) => refusal(422, "x", { fields: [{ field, message }] });
  it.each([
    [wrong("csv", "There is no column email."), "There is no column email."],
    [wrong("consent", "Please say how."), "Please say how."],
    [refusal(413, "Too large."), "This list is larger than 2 MB. Please import it in parts."],
    [busy(), "The site is busy."],
  ])("shows why it was refused, and keeps what was entered", async (reply, message) => {
    const { user, send } = await openImport(reply);
    await user.type(list(), "x");
    await user.type(proof(), "y");
    await send();
    expect(await screen.findByText(message)).toBeVisible();
    expect(list()).toHaveValue("x");
    expect(proof()).toHaveValue("y");
  });
});

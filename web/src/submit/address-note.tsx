import type { AddressAnswer } from "./use-address-check";

/** What is known of the address that is typed, below its field. */
export function AddressNote({ answer }: { answer: AddressAnswer }) {
  return (
    <span role="status" className="address-note" data-known={typeof answer === "object" && answer.state !== "new"}>
      {noteOf(answer)}
    </span>
  );
}

function noteOf(answer: AddressAnswer) {
  if (answer === "nothing") return "Where the tool itself stands.";
  if (answer === "looking") return "Looking whether it is here already …";
  if (answer === "unreachable") return "It could not be looked up just now; it is looked up again when you send it.";
  if (answer.state === "new") return "Not here yet: go on.";
  if (answer.state === "waiting") return "This address has been sent in already and waits for a decision.";
  return (
    <>
      It is in the directory already
      {answer.productSlug === "" ? null : (
        <>
          {": "}
          <a href={`/products/${encodeURIComponent(answer.productSlug)}`} target="_blank" rel="noopener noreferrer">
            {answer.productName}
          </a>
        </>
      )}
      .
    </>
  );
}

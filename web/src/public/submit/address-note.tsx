import type { AddressAnswer } from "./use-address-check";

/** The result of the URL check, below its field. */
export function AddressNote({ answer }: { answer: AddressAnswer }) {
  const isKnown = typeof answer === "object" && answer.state !== "new";
  return (
    <span role="status" className={isKnown ? "text-danger" : undefined}>
      {noteOf(answer)}
    </span>
  );
}

function noteOf(answer: AddressAnswer) {
  if (answer === "nothing") return "The tool's own website.";
  if (answer === "looking") return "Checking whether it's already listed…";
  if (answer === "unreachable") return "Couldn't check just now; we'll check again when you submit.";
  if (answer.state === "new") return "Not listed yet.";
  if (answer.state === "waiting") return "Already submitted and awaiting review.";
  return (
    <>
      Already listed
      {answer.productSlug === "" ? null : (
        <>
          {": "}
          <a
            href={`/products/${encodeURIComponent(answer.productSlug)}`}
            target="_blank"
            rel="noopener noreferrer"
            className="underline underline-offset-3"
          >
            {answer.productName}
          </a>
        </>
      )}
      .
    </>
  );
}

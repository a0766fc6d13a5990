/** Who changed what, and what was deleted. */
export function History() {
  return <h1 className="font-display text-4xl">History</h1>;
}

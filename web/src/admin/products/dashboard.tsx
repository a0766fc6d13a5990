/** The catalogue as its administrator keeps it. */
export function Dashboard() {
  return <h1 className="font-display text-4xl">Admin Dashboard</h1>;
}

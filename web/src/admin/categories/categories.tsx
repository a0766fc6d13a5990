/** All categories, to rename, merge and remove them. */
export function Categories() {
  return <h1 className="font-display text-4xl">Categories</h1>;
}

/**
 * What every link to a product's website has beside its address: a new tab that learns nothing of this one, the mark of
 * a link that may pay, and the product that the visit is counted for.
 */
export const websiteLink = (product: { id: number | string }) => ({
  target: "_blank",
  rel: "noopener noreferrer sponsored nofollow",
  "data-visit": product.id,
});

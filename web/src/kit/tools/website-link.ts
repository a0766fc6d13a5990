/**
 * Returns the attributes of every link to a product's website: a new tab without opener and referrer, the rel value of
 * a sponsored link, and the product that the visit is counted for.
 */
export const websiteLink = (product: { id: number | string }) => ({
  target: "_blank",
  rel: "noopener noreferrer sponsored nofollow",
  "data-visit": product.id,
});

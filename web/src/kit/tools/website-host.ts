/** Returns the host of an http(s) URL without "www.". Parsed by hand, as the server's engine has no URL class. */
export function websiteHost(website: string): string {
  const [authority = ""] = website.replace(/^https?:\/\//i, "").split(/[/?#]/);
  return authority.replace(/^.*@/, "").replace(/^www\./i, "");
}

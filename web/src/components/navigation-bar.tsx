export function NavigationBar({ siteName }: { siteName: string }) {
  return <header>{siteName}</header>;
}

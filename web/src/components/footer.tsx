export function Footer({ siteName }: { siteName: string }) {
  return <footer>{siteName} © 2024</footer>;
}

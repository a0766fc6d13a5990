import { useSignedIn } from "../../kit/session-flag";
import { useVisit } from "../../visit";

/** The way in, or to the account. With a class it is an icon, whose size stays the same. */
export function AccountLink({ className }: { className?: string }) {
  const { path } = useVisit();
  const [href, label] = useSignedIn() ? ["/account", "Account"] : ["/sign-in", "Sign in"];
  return (
    <a
      href={href}
      className={className}
      data-tooltip={className ? label : undefined}
      aria-current={href === path ? "page" : undefined}
    >
      <span className={className ? "sr-only" : undefined}>{label}</span>
    </a>
  );
}

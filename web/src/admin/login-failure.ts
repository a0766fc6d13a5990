import { RequestError } from "../api/client";
import { faultOf, sentenceOf } from "../api/fault";
import { waitInWords } from "../ui/wait";

interface LoginFailure {
  title: string;
  description: string;
}

/** What to say when somebody could not sign in: the server's words, or that it could not be reached. */
export function loginFailure(error: unknown): LoginFailure {
  const answered = error instanceof RequestError && (faultOf(error) !== null || error.status < 500);
  if (!answered) return { title: "Error", description: "Failed to connect to server" };
  const wait = error.retryAfter > 0 ? ` Try again in ${waitInWords(error.retryAfter)}.` : "";
  return { title: "Login Failed", description: sentenceOf(error, "Invalid credentials") + wait };
}

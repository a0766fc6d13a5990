import { RequestError } from "../api/client";
import { faultOf, sentenceOf } from "../api/fault";

interface LoginFailure {
  title: string;
  description: string;
}

/** Returns the message for a failed sign-in: the server's, or that it could not be reached. */
export function loginFailure(error: unknown): LoginFailure {
  const answered = error instanceof RequestError && (faultOf(error) !== null || error.status < 500);
  if (!answered) return { title: "Error", description: "Failed to connect to server" };
  return { title: "Login Failed", description: sentenceOf(error, "Invalid credentials") };
}

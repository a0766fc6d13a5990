import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useRef } from "react";
import { logInAsAdministrator } from "../api/auth";
import { RequestError } from "../api/client";
import { faultOf, sentenceOf } from "../api/fault";
import { useSession } from "../kit/admin/session";
import { Button } from "../kit/button";
import { Field } from "../kit/field";
import { toast } from "../kit/toast";

/** The layout of a page without the frame. */
export const loginPage = "flex min-h-dvh flex-col items-center justify-center p-4";

/** The sign-in form. */
export function Login({ siteName }: { siteName: string }) {
  const session = useSession();
  const password = useRef<HTMLInputElement>(null);
  const failureId = useId();
  const login = useMutation({
    mutationFn: logInAsAdministrator,
    onSuccess: ({ user }) => {
      session.start(user);
      toast({ title: "Welcome to the admin panel!" });
    },
    onError: (error) => {
      toast({ ...loginFailure(error), tone: "destructive" });
      password.current?.focus();
      password.current?.select();
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!login.isPending) login.mutate(credentialsIn(event.currentTarget));
  };
  return (
    <main id="main" tabIndex={-1} className={loginPage}>
      <form onSubmit={onSubmit} className="sign-in-card">
        <h1 className="font-display text-4xl">Admin Panel</h1>
        <p className="mt-1 mb-7 text-sm text-muted">Sign in to manage {siteName}.</p>
        <Field label="Email" required>
          {(control) => (
            <input {...control} className="input" type="email" name="email" required autoComplete="username" />
          )}
        </Field>
        <Field label="Password" required>
          {(control) => (
            <input
              {...control}
              ref={password}
              aria-describedby={login.error ? failureId : undefined}
              className="input"
              type="password"
              name="password"
              required
              autoComplete="current-password"
            />
          )}
        </Field>
        {login.error ? (
          <p id={failureId} className="form-error mt-2">
            {loginFailure(login.error).description}
          </p>
        ) : null}
        <Button type="submit" tone="brass" size="large" className="mt-4 w-full" disabled={login.isPending}>
          {login.isPending ? "Logging in..." : "Login"}
        </Button>
      </form>
      <a href="/" className="mt-6 inline-flex min-h-11 items-center px-3 text-sm text-muted hover:text-text">
        Back to {siteName}
      </a>
    </main>
  );
}

function credentialsIn(form: HTMLFormElement) {
  const filled = new FormData(form);
  return { username: String(filled.get("email")).trim(), password: String(filled.get("password")) };
}

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

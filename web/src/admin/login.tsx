import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
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
  const code = useRef<HTMLInputElement>(null);
  const failureId = useId();
  const [needsCode, setNeedsCode] = useState(false);
  const login = useMutation({
    mutationFn: logInAsAdministrator,
    onSuccess: ({ user }) => {
      session.start(user);
      toast({ title: "Welcome to the admin panel!" });
    },
    onError: (error) => {
      if (isCodeNeeded(error)) return setNeedsCode(true);
      toast({ ...loginFailure(error), tone: "destructive" });
      const field = needsCode ? code.current : password.current;
      field?.focus();
      field?.select();
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
        {needsCode ? <CodeField input={code} describedBy={login.error ? failureId : undefined} /> : null}
        {login.error && !isCodeNeeded(login.error) ? (
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
  const code = filled.get("code");
  const credentials = { username: String(filled.get("email")).trim(), password: String(filled.get("password")) };
  return code === null ? credentials : { ...credentials, code: String(code) };
}

/** Reports whether the password was right, and a code is needed too. */
export const isCodeNeeded = (error: unknown) => faultOf(error)?.code === "second_factor";

interface CodeFieldProps {
  input: RefObject<HTMLInputElement | null>;
  describedBy?: string | undefined;
  error?: string | undefined;
}

/** The code of a user with two-factor authentication. It takes the focus when it appears. */
export function CodeField({ input, describedBy, error }: CodeFieldProps) {
  useEffect(() => input.current?.focus(), [input]);
  return (
    <Field label="Code" hint="6 digits from your authenticator app, or a recovery code." error={error} required>
      {(control) => (
        <input
          {...control}
          ref={input}
          aria-describedby={describedBy ?? control["aria-describedby"]}
          className="input"
          name="code"
          required
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
    </Field>
  );
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

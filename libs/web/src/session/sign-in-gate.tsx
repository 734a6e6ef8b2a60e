import { useEffect, type ReactNode } from 'react';
import { Button } from '../components/button.js';
import { EmptyState, LoadingState } from '../components/states.js';
import { useWebText } from '../strings/index.js';
import type { SignIn } from './sign-in.js';
import { useSession } from './use-session.js';

export interface SignInGateProps {
  readonly signIn: SignIn;
  /** What people get when they have signed in. */
  readonly about: string;
  /** The scope without which the page is of no use; auth-server gives it to people whose role has it. */
  readonly needs?: string;
  readonly children: ReactNode;
}

/** Shows its content to whoever is signed in, and to others the way there. */
export function SignInGate({ signIn, about, needs, children }: SignInGateProps) {
  const text = useWebText();
  const session = useSession(signIn);
  useEffect(() => {
    void signIn.start();
  }, [signIn]);
  if (session.kind === 'unknown') return <LoadingState />;
  if (session.kind === 'signed-in') {
    const isAllowed = needs === undefined || session.scopes.includes(needs);
    if (isAllowed) return children;
    return <EmptyState title={text('signIn.notAllowed')}>{text('signIn.askFor')}</EmptyState>;
  }
  return (
    <EmptyState title={about}>
      {session.problem === undefined ? null : <p role="alert">{session.problem}</p>}
      <Button kind="primary" onPress={() => void signIn.signIn()}>
        {text('signIn.action')}
      </Button>
    </EmptyState>
  );
}

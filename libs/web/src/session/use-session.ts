import { useSyncExternalStore } from 'react';
import type { Session, SignIn } from './sign-in.js';

/** Who is signed in, at this moment. */
export const useSession = (signIn: SignIn): Session =>
  useSyncExternalStore(signIn.subscribe, signIn.session);

const NOBODY: Session = { kind: 'signed-out' };
const nobody = (): Session => NOBODY;
const nothing = (): (() => void) => () => undefined;

/** The same for what is shown on pages where nobody signs in as well. */
export const useOptionalSession = (signIn: SignIn | undefined): Session =>
  useSyncExternalStore(signIn?.subscribe ?? nothing, signIn?.session ?? nobody);

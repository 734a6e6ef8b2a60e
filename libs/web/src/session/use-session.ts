import { useSyncExternalStore } from 'react';
import type { Session, SignIn } from './sign-in.js';

/** Who is signed in, at this moment. */
export const useSession = (signIn: SignIn): Session =>
  useSyncExternalStore(signIn.subscribe, signIn.session);

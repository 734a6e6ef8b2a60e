export { pageSignIn, SignIn, type LastingToken, type Session } from './session/sign-in.js';
export { SignInGate } from './session/sign-in-gate.js';
export { useSession } from './session/use-session.js';

/** Paths that no application behind a proxy has for itself. */
export const FORWARD_PATHS = {
  callback: '/.sextant/callback',
  signIn: '/.sextant/sign-in',
  signOut: '/.sextant/sign-out',
} as const;

/** Of this server. */
export const FORWARD_START = '/auth/forward/start';
export const FORWARD_FAILED = '/auth/forward/failed';

export const STATE = /^[\w-]{22}$/;

/** The page that somebody wanted, within its site: whatever a query says leads nowhere else. */
export function within(origin: string, path: string): string {
  const url = URL.parse(path, origin);
  return path.startsWith('/') && url?.origin === new URL(origin).origin ? url.href : `${origin}/`;
}

/** What a key may be allowed to do (spec 3, part 5.A). */
export const SCOPES = [
  'audio:speech',
  'audio:stream',
  'audio:all',
  'voices:read',
  'voices:create',
  'voices:delete',
  'voices:all',
  'speech:admin',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Whether the scopes include this one, by itself or by the `all` of its group. */
export function allows(scopes: readonly string[], scope: Scope): boolean {
  const [group = ''] = scope.split(':');
  const hasAll = group !== 'speech' && scopes.includes(`${group}:all`);
  return hasAll || scopes.includes(scope);
}

/** Who asks. */
export interface Caller {
  /** What everything belongs to. */
  readonly workspace: string;
  /** The key, or the client and subject of an access token. */
  readonly id: string;
  /** What limits count by: the key, also for each of its tokens. */
  readonly rootId: string;
  readonly scopes: readonly string[];
  /** What a token allows with certain voices alone; its `scopes` are none then, so that whatever does not look here refuses. */
  readonly limited?: { readonly scopes: readonly string[]; readonly voices: readonly string[] };
}

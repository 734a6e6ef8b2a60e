import type { DeclaredClient } from '../clients/client-admin.js';
import type { UpstreamEntry } from '../upstream/upstream-file.js';
import type { ThingKind } from './declared-things.js';

export interface DeclaredScope {
  readonly name: string;
  readonly description: string;
  readonly roles: readonly string[];
  readonly isDefault: boolean;
}

export interface DeclaredGroup {
  readonly name: string;
  readonly roles: readonly string[];
}

/** What the operator's file says that there is, with its secrets. */
export interface Declaration {
  readonly scopes: readonly DeclaredScope[];
  readonly groups: readonly DeclaredGroup[];
  readonly clients: readonly DeclaredClient[];
  readonly upstreams: readonly UpstreamEntry[];
}

/** One difference between the file and what is there. */
export interface Difference {
  readonly kind: ThingKind;
  readonly name: string;
  /** `left`: no file has it any more, and it stays. */
  readonly action: 'create' | 'change' | 'remove' | 'left';
  /** What changes about it. */
  readonly members: readonly string[];
}

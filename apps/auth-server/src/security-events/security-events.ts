/** What receivers are told (OpenID CAEP 1.0). */
export const EVENT_KINDS = ['session-revoked', 'token-claims-change', 'credential-change'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Who asks for nothing in particular hears of revoked tokens. */
export const DEFAULT_KINDS: readonly EventKind[] = ['session-revoked'];

const TYPE = 'https://schemas.openid.net/secevent/caep/event-type/';

/** The event's type as the standard names it. */
export const eventType = (kind: EventKind): string => `${TYPE}${kind}`;

/** Those of the types that there are. */
export const kindsOf = (types: readonly string[]): EventKind[] =>
  EVENT_KINDS.filter((kind) => types.includes(eventType(kind)));

interface Told {
  /** Place in the order in which they are told. */
  readonly place: string;
  readonly at: Date;
}

/** The end of an access token before its time. */
export interface Revocation extends Told {
  readonly kind: 'session-revoked';
  /** Digest of the token's `jti`: who reads it can present no token. */
  readonly token: Buffer;
  readonly expiresAt: Date;
}

/** Something of a person has changed. */
export interface PersonChange extends Told {
  readonly kind: 'token-claims-change' | 'credential-change';
  /** The `sub` of the person's tokens. */
  readonly subject: string;
  /** What the event says beside that. */
  readonly details: Readonly<Record<string, unknown>>;
}

export type SecurityEvent = Revocation | PersonChange;

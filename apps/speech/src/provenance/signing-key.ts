import type { KeyObject } from 'node:crypto';

/** The key that statements of consent and manifests are signed with. */
export abstract class SigningKey {
  abstract get(): Promise<KeyObject>;
}

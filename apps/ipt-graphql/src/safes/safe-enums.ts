import { registerEnumType } from '@nestjs/graphql';
import type { Members } from '../graphql/members.js';
import type * as rules from './safe-message.js';

export type SafeSignatureKind = rules.SafeSignatureKind;
export const SafeSignatureKind: Members<SafeSignatureKind> = {
  EIP712: 'EIP712',
  ETH_SIGN: 'ETH_SIGN',
  CONTRACT: 'CONTRACT',
  APPROVED_HASH: 'APPROVED_HASH',
};

registerEnumType(SafeSignatureKind, {
  name: 'SafeSignatureKind',
  description: 'How an owner of a Safe has signed.',
  valuesMap: {
    EIP712: { description: 'A key signed the typed data.' },
    ETH_SIGN: { description: 'A key signed the hash as a message (EIP-191).' },
    CONTRACT: { description: 'The owner is a contract (ERC-1271).' },
    APPROVED_HASH: { description: 'The owner approved the hash on the chain.' },
  },
});

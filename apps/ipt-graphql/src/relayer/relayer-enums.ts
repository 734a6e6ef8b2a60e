import { registerEnumType } from '@nestjs/graphql';
import type * as relayer from './relayer.js';
import type { Members } from '../graphql/members.js';

export type RelayState = relayer.RelayState;
export const RelayState: Members<RelayState> = {
  QUEUED: 'QUEUED',
  SUBMITTED: 'SUBMITTED',
  MINED: 'MINED',
  FINALIZED: 'FINALIZED',
  FAILED: 'FAILED',
};

export type RelayReason = relayer.RelayReason;
export const RelayReason: Members<RelayReason> = {
  REVERTED: 'REVERTED',
  CALL_FAILED: 'CALL_FAILED',
  REPLACED: 'REPLACED',
  EXPIRED: 'EXPIRED',
  UNDERPRICED: 'UNDERPRICED',
  UNPAID: 'UNPAID',
};

registerEnumType(RelayState, {
  name: 'RelayState',
  description: 'How far a relayed transaction is.',
  valuesMap: {
    QUEUED: { description: "It waits for its turn, or for the chain's fees." },
    SUBMITTED: { description: 'It is sent, and in no block.' },
    MINED: {
      description: 'It is in a block and did its work; a reorganization makes it SUBMITTED.',
    },
    FINALIZED: { description: 'The same, for good.' },
    FAILED: { description: 'It did not do its work: see reason.' },
  },
});
registerEnumType(RelayReason, {
  name: 'RelayReason',
  description: 'Why a relayed transaction failed.',
  valuesMap: {
    REVERTED: { description: 'The chain refused it as a whole; the Safe has its nonce still.' },
    CALL_FAILED: { description: 'The call failed; the Safe has paid, and its nonce is used.' },
    REPLACED: { description: "Another transaction has used the Safe's nonce." },
    EXPIRED: { description: 'No block has taken it in time.' },
    UNDERPRICED: { description: "The chain's fees rose above its gasPrice while others waited." },
    UNPAID: { description: 'It got stuck, and the Safe would not have paid any more.' },
  },
});

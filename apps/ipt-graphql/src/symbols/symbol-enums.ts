import { registerEnumType } from '@nestjs/graphql';
import type { Members } from '../graphql/members.js';
import type * as rules from './symbols.js';

export type SymbolState = rules.SymbolState;
export const SymbolState: Members<SymbolState> = {
  HELD: 'HELD',
  EXPIRED: 'EXPIRED',
  MINTED: 'MINTED',
  SPENT: 'SPENT',
};

registerEnumType(SymbolState, {
  name: 'SymbolState',
  description:
    'MINTED is for good; what is EXPIRED, or SPENT by a mint with another symbol, anybody may take.',
  valuesMap: {
    HELD: { description: 'Nobody else may take it.' },
    EXPIRED: { description: 'Anybody may take it.' },
    MINTED: { description: 'For good.' },
    SPENT: { description: 'The mint has another symbol: anybody may take it.' },
  },
});

import { registerEnumType } from '@nestjs/graphql';
import type { Members } from './members.js';

/** What a transaction of the flows does. */
export type TransactionStep = 'RESERVE' | 'MINT' | 'TOKENIZE';
export const TransactionStep: Members<TransactionStep> = {
  RESERVE: 'RESERVE',
  MINT: 'MINT',
  TOKENIZE: 'TOKENIZE',
};

registerEnumType(TransactionStep, {
  name: 'TransactionStep',
  description: 'What a transaction does.',
  valuesMap: {
    RESERVE: { description: 'Reserves an id.' },
    MINT: { description: 'Mints what was signed off.' },
    TOKENIZE: { description: 'Makes the tokens.' },
  },
});

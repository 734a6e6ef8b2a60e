import { registerEnumType } from '@nestjs/graphql';
import type { Members } from '../graphql/members.js';
import type * as rules from './explorer.js';

export type Finality = rules.Finality;
export const Finality: Members<Finality> = {
  SEEN: 'SEEN',
  SAFE: 'SAFE',
  FINALIZED: 'FINALIZED',
};

registerEnumType(Finality, {
  name: 'Finality',
  description: "How sure it is that a block stays, by the chain's own marks.",
  valuesMap: {
    SEEN: { description: 'In a block.' },
    SAFE: { description: 'Behind the mark safe.' },
    FINALIZED: { description: 'Behind the mark finalized.' },
  },
});

export type IpnftFlag = rules.IpnftFlag;
export const IpnftFlag: Members<IpnftFlag> = { SYMBOL_CONFLICT: 'SYMBOL_CONFLICT' };

registerEnumType(IpnftFlag, {
  name: 'IpnftFlag',
  description: 'What is peculiar about an IP-NFT.',
  valuesMap: {
    SYMBOL_CONFLICT: { description: "Its symbol was another IP-NFT's when its mint was read." },
  },
});

export type IpnftEventKind = rules.IpnftEventKind;
export const IpnftEventKind: Members<IpnftEventKind> = {
  RESERVED: 'RESERVED',
  MINTED: 'MINTED',
  TRANSFERRED: 'TRANSFERRED',
  TOKENIZED: 'TOKENIZED',
};

registerEnumType(IpnftEventKind, {
  name: 'IpnftEventKind',
  description: 'What happened to an IP-NFT on the chain.',
  valuesMap: {
    RESERVED: { description: 'A wallet reserved the id.' },
    MINTED: { description: 'It was minted.' },
    TRANSFERRED: { description: 'It went to somebody else.' },
    TOKENIZED: { description: 'Its tokens were made.' },
  },
});

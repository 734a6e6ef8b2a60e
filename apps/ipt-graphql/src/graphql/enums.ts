import { registerEnumType } from '@nestjs/graphql';
import type * as explorer from '../domain/explorer.js';
import type * as flows from '../domain/flow.js';
import type { Prepared } from '../domain/preparation.js';
import type * as webhooks from '../domain/webhooks.js';
import type * as symbols from '../domain/symbols.js';

/** A member for each value of the rules' own type, under the name that clients know it by. */
type Members<T extends string> = { readonly [K in T]: K };

export type Finality = explorer.Finality;
export const Finality: Members<Finality> = {
  SEEN: 'SEEN',
  SAFE: 'SAFE',
  FINALIZED: 'FINALIZED',
};

export type FlowKind = flows.FlowKind;
export const FlowKind: Members<FlowKind> = { MINT: 'MINT', TOKENIZE: 'TOKENIZE' };

export type FlowState = flows.FlowStep;
export const FlowState: Members<FlowState> = {
  AGREEMENT_READY: 'AGREEMENT_READY',
  UPLOAD_ISSUED: 'UPLOAD_ISSUED',
  IMAGE_STORED: 'IMAGE_STORED',
  METADATA_PINNED: 'METADATA_PINNED',
  TERMS_ISSUED: 'TERMS_ISSUED',
  SIGNED_OFF: 'SIGNED_OFF',
  MINT_SEEN: 'MINT_SEEN',
  MINTED: 'MINTED',
  TOKENIZE_SEEN: 'TOKENIZE_SEEN',
  TOKENIZED: 'TOKENIZED',
};

export type TransactionStep = Prepared['step'];
export const TransactionStep: Members<TransactionStep> = {
  RESERVE: 'RESERVE',
  MINT: 'MINT',
  TOKENIZE: 'TOKENIZE',
};

export type SymbolState = symbols.SymbolState;
export const SymbolState: Members<SymbolState> = {
  HELD: 'HELD',
  EXPIRED: 'EXPIRED',
  MINTED: 'MINTED',
  SPENT: 'SPENT',
};

export type IpnftFlag = explorer.IpnftFlag;
export const IpnftFlag: Members<IpnftFlag> = { SYMBOL_CONFLICT: 'SYMBOL_CONFLICT' };

export type IpnftEventKind = explorer.IpnftEventKind;
export const IpnftEventKind: Members<IpnftEventKind> = {
  RESERVED: 'RESERVED',
  MINTED: 'MINTED',
  TRANSFERRED: 'TRANSFERRED',
  TOKENIZED: 'TOKENIZED',
};

export type WebhookDeliveryState = webhooks.WebhookDeliveryState;
export const WebhookDeliveryState: Members<WebhookDeliveryState> = {
  PENDING: 'PENDING',
  DELIVERED: 'DELIVERED',
  DEAD: 'DEAD',
};

registerEnumType(Finality, {
  name: 'Finality',
  description: "How sure it is that a block stays, by the chain's own marks.",
});
registerEnumType(FlowKind, { name: 'FlowKind' });
registerEnumType(FlowState, { name: 'FlowState', description: 'The step that was done last.' });
registerEnumType(TransactionStep, { name: 'TransactionStep' });
registerEnumType(SymbolState, {
  name: 'SymbolState',
  description:
    'MINTED is for good; what is EXPIRED, or SPENT by a mint with another symbol, anybody may take.',
});
registerEnumType(IpnftFlag, {
  name: 'IpnftFlag',
  valuesMap: {
    SYMBOL_CONFLICT: { description: "Its symbol was another IP-NFT's when its mint was read." },
  },
});
registerEnumType(IpnftEventKind, {
  name: 'IpnftEventKind',
  description: 'What happened to an IP-NFT on the chain.',
});
registerEnumType(WebhookDeliveryState, {
  name: 'WebhookDeliveryState',
  description: 'DEAD was given up; replayWebhook sends it again.',
});

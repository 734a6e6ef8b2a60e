import { registerEnumType } from '@nestjs/graphql';
import type * as explorer from '../explorer/explorer.js';
import type * as flows from '../flows/flow.js';
import type { Prepared } from '../sign-off/preparation.js';
import type * as safes from '../safes/safe-message.js';
import type * as webhooks from '../webhooks/webhooks.js';
import type * as symbols from '../symbols/symbols.js';

/** A member for each value of the rules' own type, under the name that clients know it by. */
export type Members<T extends string> = { readonly [K in T]: K };

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

export type SafeSignatureKind = safes.SafeSignatureKind;
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
registerEnumType(Finality, {
  name: 'Finality',
  description: "How sure it is that a block stays, by the chain's own marks.",
  valuesMap: {
    SEEN: { description: 'In a block.' },
    SAFE: { description: 'Behind the mark safe.' },
    FINALIZED: { description: 'Behind the mark finalized.' },
  },
});
registerEnumType(FlowKind, {
  name: 'FlowKind',
  description: 'The two ways of an IP-NFT.',
  valuesMap: {
    MINT: { description: 'Minting, nine steps.' },
    TOKENIZE: { description: 'Tokenizing, five steps.' },
  },
});
registerEnumType(FlowState, {
  name: 'FlowState',
  description: 'The step that was done last.',
  valuesMap: {
    AGREEMENT_READY: { description: 'The agreement is stored.' },
    UPLOAD_ISSUED: { description: 'The address for the image was given.' },
    IMAGE_STORED: { description: 'The image is stored.' },
    METADATA_PINNED: { description: 'The metadata is stored.' },
    TERMS_ISSUED: { description: 'The text to sign was given.' },
    SIGNED_OFF: { description: 'The authorization was given.' },
    MINT_SEEN: { description: 'The mint is in a block that is not final yet.' },
    MINTED: { description: 'The mint is final.' },
    TOKENIZE_SEEN: { description: 'The tokens are in a block that is not final yet.' },
    TOKENIZED: { description: 'The tokens are final.' },
  },
});
registerEnumType(TransactionStep, {
  name: 'TransactionStep',
  description: 'What a transaction does.',
  valuesMap: {
    RESERVE: { description: 'Reserves an id.' },
    MINT: { description: 'Mints what was signed off.' },
    TOKENIZE: { description: 'Makes the tokens.' },
  },
});
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
registerEnumType(IpnftFlag, {
  name: 'IpnftFlag',
  description: 'What is peculiar about an IP-NFT.',
  valuesMap: {
    SYMBOL_CONFLICT: { description: "Its symbol was another IP-NFT's when its mint was read." },
  },
});
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
registerEnumType(WebhookDeliveryState, {
  name: 'WebhookDeliveryState',
  description: 'DEAD was given up; replayWebhook sends it again.',
  valuesMap: {
    PENDING: { description: 'It is tried, or will be.' },
    DELIVERED: { description: 'The endpoint took it.' },
    DEAD: { description: 'It was given up.' },
  },
});

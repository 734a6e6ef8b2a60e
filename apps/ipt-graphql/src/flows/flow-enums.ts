import { registerEnumType } from '@nestjs/graphql';
import type { Members } from '../graphql/members.js';
import type * as rules from './flow.js';

export type FlowKind = rules.FlowKind;
export const FlowKind: Members<FlowKind> = { MINT: 'MINT', TOKENIZE: 'TOKENIZE' };

registerEnumType(FlowKind, {
  name: 'FlowKind',
  description: 'The two ways of an IP-NFT.',
  valuesMap: {
    MINT: { description: 'Minting, nine steps.' },
    TOKENIZE: { description: 'Tokenizing, five steps.' },
  },
});

export type FlowState = rules.FlowStep;
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

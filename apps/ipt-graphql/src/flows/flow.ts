/** The two journeys of an IP-NFT through the service (spec 3, part 4.B). */
export type FlowKind = 'MINT' | 'TOKENIZE';

const MINT_STEPS = [
  'AGREEMENT_READY',
  'UPLOAD_ISSUED',
  'IMAGE_STORED',
  'METADATA_PINNED',
  'TERMS_ISSUED',
  'SIGNED_OFF',
  'MINT_SEEN',
  'MINTED',
] as const;
const TOKENIZE_STEPS = ['AGREEMENT_READY', 'TERMS_ISSUED', 'TOKENIZE_SEEN', 'TOKENIZED'] as const;

export type FlowStep = (typeof MINT_STEPS)[number] | (typeof TOKENIZE_STEPS)[number];

/** One IP-NFT of one tenant on one chain, on its way. */
export interface Flow {
  readonly id: string;
  readonly tenant: string;
  readonly chainId: number;
  readonly ipnftId: string;
  readonly kind: FlowKind;
  readonly step: FlowStep;
  readonly symbol: string;
  readonly wallet: string | null;
  /** What is wrong with it, such as a symbol on the chain that was not the one signed off. */
  readonly warning: string | null;
  readonly updatedAt: Date;
}

const stepsOf = (kind: FlowKind): readonly FlowStep[] =>
  kind === 'MINT' ? MINT_STEPS : TOKENIZE_STEPS;

/** What the chain has seen cannot be undone by a client; only a reorganization takes it back. */
const SEEN: readonly FlowStep[] = ['MINT_SEEN', 'MINTED', 'TOKENIZE_SEEN', 'TOKENIZED'];

/** What a client's call may find: these steps may be entered again, which starts over from there. */
export const isOpen = ({ step }: Pick<Flow, 'step'>): boolean => !SEEN.includes(step);

/** The step a flow is at after an earlier step is done once more: asking for terms again moves nothing back. */
export function stepAfter(kind: FlowKind, from: FlowStep, done: FlowStep): FlowStep {
  if (SEEN.includes(from)) return from;
  const restarts = done === 'AGREEMENT_READY' || done === 'METADATA_PINNED';
  const steps = stepsOf(kind);
  return restarts || steps.indexOf(done) > steps.indexOf(from) ? done : from;
}

interface Position {
  readonly number: number;
  readonly of: number;
  readonly next: string | null;
}

const POSITIONS: Readonly<Record<FlowKind, Partial<Record<FlowStep, Position>>>> = {
  MINT: {
    AGREEMENT_READY: { number: 2, of: 9, next: 'generateImageUploadUrl' },
    UPLOAD_ISSUED: { number: 3, of: 9, next: 'PUT the image to uploadUrl' },
    IMAGE_STORED: { number: 4, of: 9, next: 'uploadMetadataWithImageKey' },
    METADATA_PINNED: { number: 5, of: 9, next: 'getTermsMessage' },
    TERMS_ISSUED: { number: 6, of: 9, next: 'sign the message, then signoffMetadata' },
    SIGNED_OFF: { number: 8, of: 9, next: 'IPNFT.mintReservation' },
    MINT_SEEN: { number: 9, of: 9, next: null },
    MINTED: { number: 9, of: 9, next: null },
  },
  TOKENIZE: {
    AGREEMENT_READY: { number: 2, of: 5, next: 'getIptTermsMessage' },
    TERMS_ISSUED: { number: 3, of: 5, next: 'sign the message, then Tokenizer.tokenizeIpnft' },
    TOKENIZE_SEEN: { number: 5, of: 5, next: null },
    TOKENIZED: { number: 5, of: 5, next: null },
  },
};

/** Where a flow stands among the 9 or 5 steps, and the call that comes next. */
export const positionOf = ({ kind, step }: Pick<Flow, 'kind' | 'step'>): Position =>
  POSITIONS[kind][step] ?? { number: 0, of: kind === 'MINT' ? 9 : 5, next: null };

export interface FlowKey {
  readonly tenant: string;
  readonly chainId: number;
  readonly ipnftId: string;
  readonly kind: FlowKind;
}

import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Finality, IpnftEventKind } from './explorer-enums.js';

const text = { nullable: true } as const;

@ObjectType({ description: 'A step in the life of an IP-NFT on the chain.' })
export class IpnftEvent {
  @Field(() => IpnftEventKind, { description: 'What happened.' })
  kind!: IpnftEventKind;

  @Field(() => String, { ...text, description: 'Who had it before; of a transfer only.' })
  from!: string | null;

  @Field(() => String, { description: 'Who reserved it, got it, or made its tokens.' })
  to!: string;

  @Field(() => String, { description: 'The transaction that did it.' })
  transactionHash!: string;

  @Field(() => Int, { description: 'The block that the transaction is in.' })
  blockNumber!: number;

  @Field(() => Finality, { description: 'How sure it is that it stays.' })
  finality!: Finality;
}

@ObjectType({ description: 'An agreement that metadata names.' })
export class IpnftAgreement {
  @Field(() => String, { description: 'Its kind, in the words of the metadata.' })
  type!: string;

  @Field(() => String, { description: 'Its address, as the metadata has it.' })
  uri!: string;

  @Field(() => String, { ...text, description: 'Its media type, as the metadata has it.' })
  mimeType!: string | null;

  @Field(() => String, { ...text, description: 'The hash that the metadata claims.' })
  contentHash!: string | null;

  @Field(() => String, { ...text, description: 'For /ipfs; absent when it is kept elsewhere.' })
  cid!: string | null;
}

@ObjectType({ description: 'What the metadata of an IP-NFT says. Whoever minted it wrote it.' })
export class IpnftContent {
  @Field(() => String, { description: 'Of the metadata, for /ipfs.' })
  metadataCid!: string;

  @Field(() => String, { ...text, description: 'Its title.' })
  name!: string | null;

  @Field(() => String, { ...text, description: 'What it is about.' })
  description!: string | null;

  @Field(() => String, { ...text, description: 'Who does the research.' })
  organization!: string | null;

  @Field(() => String, { ...text, description: 'The field of the research.' })
  topic!: string | null;

  @Field(() => String, { ...text, description: 'A link: http, https or ipfs.' })
  externalUrl!: string | null;

  @Field(() => String, { ...text, description: 'For /ipfs; absent when it is kept elsewhere.' })
  imageCid!: string | null;

  @Field(() => [IpnftAgreement], { description: 'At most a hundred.' })
  agreements!: readonly IpnftAgreement[];
}

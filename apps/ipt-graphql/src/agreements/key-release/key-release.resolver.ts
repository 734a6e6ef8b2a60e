import { Args, Context, Field, Int, Mutation, ObjectType, Resolver } from '@nestjs/graphql';
import { KeyReleaseService } from './key-release.js';
import { DateTime } from '../../graphql/date-time.js';
import { InBand, type IptContext } from '../../graphql/in-band.js';
import { Result } from '../../graphql/results.js';

const text = { type: () => String, nullable: true } as const;

@ObjectType({ description: 'A text that the owner of an IP-NFT signs to get a key.' })
export class AgreementChallengeResult extends Result {
  @Field(() => String, { nullable: true, description: 'Sign exactly this text (EIP-191).' })
  message?: string;

  @Field(() => String, { nullable: true, description: 'Names the text for releaseAgreementKey.' })
  nonce?: string;

  @Field(() => DateTime, { nullable: true, description: 'Until when it can be used, once.' })
  expiresAt?: Date;
}

@ObjectType({ description: 'The key of an encrypted agreement.' })
export class AgreementKeyResult extends Result {
  @Field(() => String, { nullable: true, description: '32 bytes, base64url: do not store it.' })
  key?: string;

  @Field(() => String, { nullable: true, description: 'Its thumbprint (RFC 7638).' })
  keyId?: string;

  @Field(() => String, { nullable: true, description: 'Of the agreement, a JWE.' })
  agreementCid?: string;

  @Field(() => String, { nullable: true, description: 'Of the PDF, a JWE with the same key.' })
  agreementPdfCid?: string;
}

/** Keys of encrypted agreements, for the owners of their IP-NFTs. */
@Resolver()
export class KeyReleaseResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly service: KeyReleaseService,
  ) {}

  @Mutation(() => AgreementChallengeResult, {
    description: 'A text for the owner of the IP-NFT to sign, good once within ten minutes.',
  })
  createAgreementChallenge(
    @Context() context: IptContext,
    @Args('agreementCid', { ...text, description: 'Of an encrypted agreement of yours.' })
    agreementCid: string | null,
    @Args('chainId', {
      type: () => Int,
      nullable: true,
      description: 'The chain, by its id (EIP-155).',
    })
    chainId: number | null,
    @Args('wallet', { ...text, description: 'The owner.' }) wallet: string | null,
  ) {
    return this.inBand.run('createAgreementChallenge', context, async () => {
      const request = { agreementCid, chainId, wallet };
      const { message, nonce, expiresAt } = await this.service.challenge(context.caller, request);
      return { message, nonce, expiresAt };
    });
  }

  @Mutation(() => AgreementKeyResult, {
    description: 'The key of an encrypted agreement, for the present owner of its IP-NFT.',
  })
  releaseAgreementKey(
    @Context() context: IptContext,
    @Args('nonce', { ...text, description: 'Of createAgreementChallenge.' }) nonce: string | null,
    @Args('signature', { ...text, description: 'By the wallet (EIP-191, ERC-1271, ERC-6492).' })
    signature: string | null,
  ) {
    return this.inBand.run('releaseAgreementKey', context, () =>
      this.service.release(context.caller, { nonce, signature }),
    );
  }
}

import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { AwsJson } from '../graphql/aws-json.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { AgreementResult } from '../graphql/results.js';
import { Agreements, type Agreement } from './agreements.js';

/** The agreements of minting and of tokenizing (spec 3, part 4.B). */
@Resolver()
export class AgreementsResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly agreements: Agreements,
  ) {}

  @Mutation(() => AgreementResult, { description: 'Step 2 of minting.' })
  generateAssignmentAgreement(
    @Context() context: IptContext,
    @Args('projectData', {
      type: () => AwsJson,
      description: 'Project, wallet, chain and id: see the README.',
    })
    projectData: string,
    @Args('encrypted', {
      type: () => Boolean,
      nullable: true,
      description: 'Whether only the owner of the IP-NFT can read it: see the README.',
    })
    encrypted: boolean | null,
  ) {
    return this.inBand.run('generateAssignmentAgreement', context, async () =>
      presentAgreement(
        await this.agreements.assignment(context.caller, projectData, encrypted ?? false),
      ),
    );
  }

  @Mutation(() => AgreementResult, { description: 'Step 2 of tokenizing.' })
  generateIptMembershipAgreement(
    @Context() context: IptContext,
    @Args('agreementData', {
      type: () => AwsJson,
      description: 'ipnftId, symbol, title and chainId.',
    })
    agreementData: string,
  ) {
    return this.inBand.run('generateIptMembershipAgreement', context, async () =>
      presentAgreement(await this.agreements.membership(context.caller, agreementData)),
    );
  }
}

const presentAgreement = ({ cid, uri, contentHash, pdfCid, isEncrypted }: Agreement) => ({
  agreementCid: cid,
  agreementUri: uri,
  agreementContentHash: contentHash,
  agreementPdfCid: pdfCid,
  agreementEncrypted: isEncrypted,
});

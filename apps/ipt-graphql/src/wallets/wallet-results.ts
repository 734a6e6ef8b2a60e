import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../graphql/date-time.js';
import { Result } from '../graphql/results.js';

@ObjectType({ description: 'What a message to sign in with must hold (EIP-4361).' })
export class WalletNonceResult extends Result {
  @Field(() => String, { nullable: true, description: 'Good for one link.' })
  nonce?: string;

  @Field(() => String, { nullable: true, description: 'The domain of the message.' })
  domain?: string;

  @Field(() => String, { nullable: true, description: 'Where the URI of the message is.' })
  uri?: string;

  @Field(() => DateTime, { nullable: true, description: 'Until when the nonce can be used.' })
  expiresAt?: Date;
}

@ObjectType({ description: 'A wallet that you have signed with.' })
export class LinkedWallet {
  @Field(() => String, { description: 'The wallet.' })
  address!: string;

  @Field(() => Int, { description: 'The chain that the message named, by its id (EIP-155).' })
  chainId!: number;

  @Field(() => Boolean, { description: 'A contract: linked on this chain alone.' })
  isContract!: boolean;

  @Field(() => DateTime, { description: 'Since when.' })
  linkedAt!: Date;
}

@ObjectType({ description: 'A linked wallet.' })
export class LinkedWalletResult extends Result {
  @Field(() => LinkedWallet, { nullable: true, description: 'As it is linked.' })
  wallet?: LinkedWallet;
}

@ObjectType({ description: 'Linked wallets.' })
export class LinkedWalletsResult extends Result {
  @Field(() => [LinkedWallet], { nullable: true, description: 'The oldest first.' })
  wallets?: readonly LinkedWallet[];
}

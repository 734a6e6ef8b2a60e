import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { membersOf, own } from '../http/fields.js';
import { Defined, Required, Rule } from '../http/rules.js';
import { validated } from '../http/validated.js';
import { isAuth, isEndpoint, isP256dh } from './push-keys.js';

class SubscriptionKeysDto {
  @ApiProperty({ description: 'base64url, 65 bytes' })
  @Defined()
  @Rule('isP256dh', isP256dh)
  p256dh!: string;

  @ApiProperty({ description: 'base64url, 16 bytes' })
  @Defined()
  @Rule('isAuth', isAuth)
  auth!: string;
}

/** What `PushSubscription.toJSON()` gives; browsers may add members. */
export class SubscriptionDto {
  @ApiProperty({ format: 'uri', maxLength: 4096 })
  @Required()
  @Rule('isEndpoint', isEndpoint)
  endpoint!: string;

  @ApiPropertyOptional({ type: 'number', nullable: true })
  expirationTime?: number | null;

  @ApiProperty()
  @Required()
  keys!: SubscriptionKeysDto;

  /** As it is, or as the member `subscription`. */
  static of(body: unknown): SubscriptionDto {
    const members = membersOf(body);
    const given = 'subscription' in members ? own(members, 'subscription') : members;
    const found = validated(SubscriptionDto, given, { dropsOthers: true });
    const keys = { prefix: 'keys.', dropsOthers: true };
    found.keys = validated(SubscriptionKeysDto, found.keys, keys);
    return found;
  }

  toSubscription() {
    const { endpoint, keys } = this;
    return {
      endpoint: new URL(endpoint).href,
      p256dh: inBase64url(keys.p256dh),
      auth: inBase64url(keys.auth),
    };
  }
}

/** Browsers differ in the alphabet and in the padding. */
const inBase64url = (key: string): string => Buffer.from(key, 'base64url').toString('base64url');

/** Of the body or the query of `DELETE`. */
export class EndpointDto {
  @Defined()
  @Rule('isEndpoint', isEndpoint)
  endpoint!: string;
}

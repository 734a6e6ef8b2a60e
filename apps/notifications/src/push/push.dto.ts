import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

class SubscriptionKeysDto {
  @ApiProperty({ description: 'base64url, 65 bytes' })
  p256dh!: string;

  @ApiProperty({ description: 'base64url, 16 bytes' })
  auth!: string;
}

/** What `PushSubscription.toJSON()` gives. */
export class SubscriptionDto {
  @ApiProperty({ format: 'uri', maxLength: 4096 })
  endpoint!: string;

  @ApiPropertyOptional({ type: 'number', nullable: true })
  expirationTime?: number | null;

  @ApiProperty()
  keys!: SubscriptionKeysDto;
}

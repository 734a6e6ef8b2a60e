import { Module } from '@nestjs/common';
import { JwtVerifier } from '@sextant/platform-security/jwt';
import { NotificationTokens } from './notification-tokens.js';
import { PublicUrl } from './public-url.js';

@Module({
  providers: [{ provide: JwtVerifier, useClass: NotificationTokens }, PublicUrl],
  exports: [JwtVerifier, PublicUrl],
})
export class AccessModule {}

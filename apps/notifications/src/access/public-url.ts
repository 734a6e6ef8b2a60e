import { Injectable } from '@nestjs/common';
import { settingsOf, url } from '@sextant/platform-runtime/config';
import { JwtSettings } from '@sextant/platform-security/jwt';

/** Where people reach the service. */
export class PublicUrlSettings extends settingsOf({
  publicUrl: url(
    ['https', 'http'],
    'PUBLIC_URL',
    'Address under which people reach the service, for links; the issuer if absent.',
    { example: 'https://sextant.example.org' },
  ),
}) {}

/** The address under which people reach the service, without a path. */
@Injectable()
export class PublicUrl {
  readonly href: string;

  constructor({ publicUrl }: PublicUrlSettings, { authIssuer }: JwtSettings) {
    this.href = publicUrl ?? authIssuer;
  }
}

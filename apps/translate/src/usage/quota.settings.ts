import { integer, settingsOf } from '@sextant/platform-runtime/config';
import type { PlanLimits } from './usage.js';

export class QuotaSettings extends settingsOf({
  characterLimit: integer({
    env: 'CHARACTER_LIMIT',
    description: 'Characters that an organization may use in a calendar month; above, 456.',
    example: '20000000',
    default: 1_000_000_000_000,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  }),
  freeCharacterLimit: integer({
    env: 'FREE_CHARACTER_LIMIT',
    description: 'The same for its keys of the free plan, which end in :fx.',
    example: '500000',
    default: 500_000,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  }),
}) {
  get planLimits(): PlanLimits {
    return { pro: this.characterLimit, free: this.freeCharacterLimit };
  }
}

import type { Clock } from '@sextant/platform-runtime/clock';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import type { SigningKeys } from './signing-keys.js';

/** Shows how long each signing key has been in its stage: a current one that grows old is not rotated. */
export function observeKeys(metrics: Metrics, keys: SigningKeys, clock: Clock): void {
  metrics.observed(
    {
      name: 'auth_signing_key_age_seconds',
      help: 'Time since a signing key entered its stage; the youngest of each.',
      labels: ['algorithm', 'stage'],
    },
    async () => {
      const ages = (await keys.list()).map(({ algorithm, stage, since }) => ({
        labels: { algorithm, stage },
        value: Math.max(0, (clock.nowMs() - since.getTime()) / 1000),
      }));
      // Of the previous ones there may be several: the youngest, which is set last, counts.
      return ages.sort((one, other) => other.value - one.value);
    },
  );
}

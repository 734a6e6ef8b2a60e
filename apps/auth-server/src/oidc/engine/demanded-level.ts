import { leastLevel, WITH_FACTOR } from '../../factors/assurance.js';
import type { SecondFactors } from '../../factors/second-factors.js';
import type { User } from '../../users/user.js';

interface Asking {
  readonly client?: Readonly<Record<string, unknown>> | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * How somebody has to have signed in for this request: as the client asks with `acr_values` or an essential
 * claim (OpenID Connect Core 1.0 section 5.5.1.1), as the client always needs, as the user always needs.
 */
export function demandedLevel(
  { client, params = {} }: Asking,
  factors: Pick<SecondFactors, 'isDemandedOf'>,
  user: User,
): number {
  const needsFactor = client?.['require_factor'] === true || factors.isDemandedOf(user);
  const values = typeof params['acr_values'] === 'string' ? params['acr_values'].split(' ') : [];
  return Math.max(
    needsFactor ? WITH_FACTOR : 0,
    leastLevel(values),
    leastLevel(essentialAcr(params['claims'])),
  );
}

function essentialAcr(claims: unknown): readonly string[] {
  if (typeof claims !== 'string') return [];
  const { id_token } = JSON.parse(claims) as { id_token?: { acr?: Wanted | null } };
  const wanted = id_token?.acr;
  if (wanted?.essential !== true) return [];
  return [wanted.value ?? [], wanted.values ?? []].flat().filter((one) => typeof one === 'string');
}

interface Wanted {
  readonly essential?: boolean;
  readonly value?: string;
  readonly values?: readonly string[];
}

import {
  interactionPolicy,
  type Client,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { levelOf } from '../../factors/assurance.js';
import { withIdTokenClaims, type UserAccount } from './claims.js';
import { demandedLevel } from './demanded-level.js';
import type { KnownScopes } from './clients/known-scopes.js';
import type { EngineDependencies } from './settings.js';

/** As it was sent: the engine has dropped what it does not know from its own copy. */
function sentScope({ query, oidc }: KoaContextWithOIDC): unknown {
  const sent = (oidc.body ?? query) as Readonly<Record<string, unknown>>;
  return typeof sent['scope'] === 'string' && sent['scope'] !== '' ? sent['scope'] : undefined;
}

/** Deactivated between the moment at which the session was loaded and this one. */
const accountIsGone = new interactionPolicy.Check(
  'account_gone',
  'End-User authentication is required',
  'login_required',
  ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
);

/** Who is signed in already may have shown too little for this request, this client or this user. */
const assuranceIsLow = ({ factors }: EngineDependencies) =>
  new interactionPolicy.Check(
    'assurance_low',
    'End-User authentication is required',
    'login_required',
    ({ oidc }) =>
      oidc.account !== undefined &&
      // Who has just signed in has shown what there was to show: asking again would never end.
      oidc.result?.login === undefined &&
      levelOf(oidc.session?.acr) < demandedLevel(oidc, factors, (oidc.account as UserAccount).user),
  );

/** Whom the engine sends to the sign-in page, and what it does with scopes before. */
export function interactionRules(
  uses: EngineDependencies,
  scopes: KnownScopes,
): Partial<Configuration> {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  policy.get('login')?.checks.add(accountIsGone);
  policy.get('login')?.checks.add(assuranceIsLow(uses));
  return {
    interactions: {
      policy,
      url: (_context, interaction) => `${new URL(interaction.returnTo).pathname}/consent`,
    },
    // Runs for every authorization, device and pushed request: fills in the default scopes and
    // refuses unknown ones, which the engine would drop without a word.
    extraParams: {
      scope_check: (context: KoaContextWithOIDC, _value: unknown, client: Client | undefined) => {
        const params = context.oidc.params as Record<string, unknown>;
        const scope = sentScope(context) ?? params['scope'];
        const names = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : undefined;
        const resolved = [...scopes.resolve(names, client?.scope?.split(' '))];
        params['scope'] = resolved.join(' ');
        const isWhole = client?.['id_token_claims'] === true;
        if (resolved.includes('openid')) {
          params['claims'] = withIdTokenClaims(params['claims'], resolved, isWhole);
        }
      },
    },
  };
}

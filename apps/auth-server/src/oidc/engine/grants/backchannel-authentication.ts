import { errors, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { ApprovalMails } from '../../../approvals/approval-mails.js';
import type { User, Users } from '../../../users/user.js';
import type { UserAccount } from '../claims.js';

type Feature = NonNullable<NonNullable<Configuration['features']>['ciba']>;

export interface BackchannelDependencies {
  readonly approvals: Pick<ApprovalMails, 'isOpen' | 'mayAsk' | 'send'>;
  readonly users: Pick<Users, 'findForSignIn'>;
}

/**
 * What people compare with what the client shows. It stands in a mail, where nothing may become a link: a dot is
 * between digits alone.
 */
const MESSAGE = /^(?:[\p{L}\p{N} _+#!?:,-]|(?<=\p{N})\.(?=\p{N})){1,40}$/u;

/** OpenID Connect Client-Initiated Backchannel Authentication 1.0, poll and ping, with e-mail as the channel. */
export const backchannelAuthentication = (uses: BackchannelDependencies): Feature => ({
  enabled: uses.approvals.isOpen,
  deliveryModes: ['poll', 'ping'],
  validateRequestContext: async ({ oidc }) => {
    if (oidc.params?.['authorization_details'] !== undefined) {
      throw new errors.InvalidRequest('authorization_details are not for this endpoint');
    }
    if (!(await uses.approvals.mayAsk(oidc.client?.clientId ?? ''))) throw tooOften();
  },
  validateBindingMessage: (_context, message) => {
    if (message === undefined || MESSAGE.test(message)) return;
    throw new errors.InvalidBindingMessage(
      'binding_message has 1 to 40 letters, digits, spaces or _+#!?:,- and dots between digits',
    );
  },
  processLoginHintToken: () => {
    throw new errors.InvalidRequest('login_hint_token is not supported');
  },
  processLoginHint: async (_context, hint) => {
    const user = hint === undefined ? undefined : (await uses.users.findForSignIn(hint))?.user;
    return user === undefined || !isReached(user) ? undefined : user.id;
  },
  // The last look at the person, by whatever hint.
  verifyUserCode: (_context, account) => {
    if (isReached((account as UserAccount).user)) return;
    throw new errors.UnknownUserId('could not identify end-user');
  },
  triggerAuthenticationDevice: (context, request, account, client) =>
    ask(uses, context, { request, user: (account as UserAccount).user, client }),
});

/** The address has to be known to be the person's. */
const isReached = ({ isActive, isVerified }: User): boolean => isActive && isVerified;

async function ask(
  { approvals }: BackchannelDependencies,
  { oidc }: KoaContextWithOIDC,
  asked: {
    readonly request: {
      readonly jti: string;
      readonly expiration: number;
      destroy(): Promise<void>;
    };
    readonly user: User;
    readonly client: { readonly clientId: string; readonly clientName?: string | undefined };
  },
): Promise<void> {
  const { request, user, client } = asked;
  const { binding_message: message } = (oidc.params ?? {}) as { readonly binding_message?: string };
  const isSent = await approvals.send({
    ...{ requestId: request.jti, user, clientId: client.clientId, message },
    ...{ clientName: client.clientName ?? client.clientId, lifetimeSeconds: request.expiration },
  });
  if (isSent) return;
  await request.destroy();
  throw tooOften();
}

const tooOften = () =>
  Object.assign(
    new errors.CustomOIDCProviderError(
      'rate_limit_exceeded',
      'this client, or this person, has been asked too often; try again later',
    ),
    { statusCode: 429, status: 429 },
  );

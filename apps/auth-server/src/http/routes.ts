/** The paths of spec 2, part 4.1; where it names none they are our choice. */
export const ROUTES = {
  authorization: '/api/v1/oauth/authorize',
  token: '/api/v1/oauth/token',
  /** The path that the OIDC configuration advertises. */
  tokenAlias: '/oauth/token',
  revocation: '/api/v1/oauth/revoke',
  introspection: '/api/v1/oauth/introspect',
  pushedAuthorizationRequest: '/api/v1/oauth/par',
  deviceAuthorization: '/api/v1/oauth/device_authorization',
  backchannelAuthentication: '/api/v1/oauth/bc-authorize',
  registration: '/api/v1/oauth/register',
  codeVerification: '/oauth/device',
  userinfo: '/oidc/userinfo',
  endSession: '/oidc/logout',
  frontchannelLogout: '/oidc/frontchannel-logout',
  jwks: '/.well-known/jwks.json',
  serverMetadata: '/.well-known/oauth-authorization-server',
  openidConfiguration: '/.well-known/openid-configuration',
  sessionStatus: '/session/status',
  sessionIframe: '/session/iframe',
  assets: '/oauth/assets',
  errors: '/oauth/errors',
  directLogin: '/auth/token',
  directRefresh: '/auth/refresh',
} as const;

/** Paths that oidc-provider answers itself, by exact path or as a prefix of it. */
const EXACT: ReadonlySet<string> = new Set([
  ROUTES.authorization,
  ROUTES.token,
  ROUTES.revocation,
  ROUTES.introspection,
  ROUTES.pushedAuthorizationRequest,
  ROUTES.deviceAuthorization,
  ROUTES.backchannelAuthentication,
  ROUTES.registration,
  ROUTES.codeVerification,
  ROUTES.userinfo,
  ROUTES.endSession,
  ROUTES.jwks,
  ROUTES.serverMetadata,
  ROUTES.openidConfiguration,
]);
const PREFIXES = [
  `${ROUTES.authorization}/`,
  `${ROUTES.registration}/`,
  `${ROUTES.codeVerification}/`,
  `${ROUTES.endSession}/`,
];

export const isEngineRoute = (path: string): boolean =>
  EXACT.has(path) || PREFIXES.some((prefix) => path.startsWith(prefix));

/** The pattern of a path, for logs and metrics. */
export const routePattern = (path: string): string =>
  PREFIXES.reduce((found, prefix) => (path.startsWith(prefix) ? `${prefix}:id` : found), path);

/** Whether this is a page of people's own accounts, or of recovery and reset. */
export const isAccountPage = (path: string): boolean => /^\/account(?:\/|$)/i.test(path);

/** Whether people see what this path answers. */
export const isPage = (path: string): boolean =>
  [ROUTES.authorization, ROUTES.codeVerification, ROUTES.endSession].some((page) =>
    path.startsWith(page),
  );

const INTERACTION_PATH = new RegExp(
  `^(?:${ROUTES.authorization}|${ROUTES.codeVerification})/[\\w-]+/consent$`,
);

export const isInteractionPath = (path: string): boolean => INTERACTION_PATH.test(path);

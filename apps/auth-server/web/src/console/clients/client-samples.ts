import type { Client } from '../calls.js';

export interface Sample {
  readonly name: string;
  readonly code: string;
}

/** Stands for a secret that is shown no more. */
const YOURS = '…';

const quoted = (text: string): string => JSON.stringify(text);
/** For a shell: what people have entered must not end the string. */
const shell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What to paste, for the libraries that are used most. */
export function samplesOf(client: Client, issuer: string): readonly Sample[] {
  const isMachine = client.redirect_uris.length === 0;
  const values = {
    issuer,
    id: client.client_id,
    secret: client.client_type === 'confidential' ? (client.client_secret ?? YOURS) : undefined,
    redirectUri: client.redirect_uris[0] ?? '',
    scopes: client.scopes,
  };
  return [
    { name: 'openid-client', code: isMachine ? nodeMachine(values) : nodePerson(values) },
    { name: 'Spring', code: spring(values, isMachine) },
    { name: 'Go', code: isMachine ? goMachine(values) : goPerson(values) },
    { name: 'curl', code: isMachine ? curlMachine(values) : curlPerson(values) },
  ];
}

interface Values {
  readonly issuer: string;
  readonly id: string;
  readonly secret: string | undefined;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

const discovery = ({ issuer, id, secret }: Values): string =>
  [
    "import * as client from 'openid-client';",
    '',
    'const config = await client.discovery(',
    `  new URL(${quoted(issuer)}),`,
    `  ${quoted(id)},`,
    ...(secret === undefined ? ['  undefined,', '  client.None(),'] : [`  ${quoted(secret)},`]),
    ...(issuer.startsWith('http:')
      ? [
          ...(secret === undefined ? [] : ['  undefined,']),
          '  { execute: [client.allowInsecureRequests] }, // on a developer’s machine only',
        ]
      : []),
    ');',
  ].join('\n');

const nodeMachine = (values: Values): string =>
  `${discovery(values)}
const tokens = await client.clientCredentialsGrant(config, { scope: ${quoted(apiScopes(values))} });`;

const nodePerson = (values: Values): string =>
  `${discovery(values)}
const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const url = client.buildAuthorizationUrl(config, {
  redirect_uri: ${quoted(values.redirectUri)},
  scope: ${quoted(values.scopes.join(' '))},
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  state,
});
// Send the browser to url.href; it comes back to the redirect_uri as currentUrl:
const tokens = await client.authorizationCodeGrant(config, currentUrl, {
  pkceCodeVerifier: verifier,
  expectedState: state,
});`;

const spring = ({ issuer, id, secret, redirectUri, scopes }: Values, isMachine: boolean): string =>
  [
    '# Spring Security before 7 sends PKCE only when told to: OAuth2AuthorizationRequestCustomizers.withPkce()',
    'spring:',
    '  security:',
    '    oauth2:',
    '      client:',
    '        registration:',
    '          sextant:',
    `            client-id: ${quoted(id)}`,
    ...(secret === undefined
      ? ['            client-authentication-method: none']
      : [`            client-secret: ${quoted(secret)}`]),
    `            authorization-grant-type: ${isMachine ? 'client_credentials' : 'authorization_code'}`,
    ...(isMachine ? [] : [`            redirect-uri: ${quoted(redirectUri)}`]),
    `            scope: [${scopes.map(quoted).join(', ')}]`,
    '        provider:',
    '          sextant:',
    `            issuer-uri: ${quoted(issuer)}`,
  ].join('\n');

const goMachine = (values: Values): string =>
  `config := clientcredentials.Config{ // golang.org/x/oauth2/clientcredentials
	ClientID:     ${quoted(values.id)},
	ClientSecret: ${quoted(values.secret ?? '')},
	TokenURL:     ${quoted(`${values.issuer}/oauth/token`)},
	Scopes:       ${goList(values.scopes)},
}
token, err := config.Token(ctx)`;

const goPerson = (values: Values): string =>
  `provider, err := oidc.NewProvider(ctx, ${quoted(values.issuer)}) // github.com/coreos/go-oidc/v3
config := oauth2.Config{
	ClientID:     ${quoted(values.id)},
	ClientSecret: ${quoted(values.secret ?? '')},
	Endpoint:     provider.Endpoint(),
	RedirectURL:  ${quoted(values.redirectUri)},
	Scopes:       ${goList(values.scopes)},
}
verifier := oauth2.GenerateVerifier()
url := config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier))
// Send the browser to url; it comes back with a code:
token, err := config.Exchange(ctx, code, oauth2.VerifierOption(verifier))`;

const goList = (scopes: readonly string[]): string => `[]string{${scopes.map(quoted).join(', ')}}`;

const curlMachine = (values: Values): string =>
  `curl -s ${shell(`${values.issuer}/oauth/token`)} -u ${shell(`${values.id}:${values.secret ?? ''}`)} \\
  -d grant_type=client_credentials --data-urlencode ${shell(`scope=${apiScopes(values)}`)}`;

const curlPerson = (values: Values): string =>
  `VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | basenc --base64url | tr -d =)
echo ${shell(`${values.issuer}/api/v1/oauth/authorize?${parametersOf(values).toString()}`)}"&code_challenge=$CHALLENGE"
# Open it, sign in, and take the code out of the address that the browser ends at:
curl -s ${shell(`${values.issuer}/oauth/token`)} ${
    values.secret === undefined
      ? `-d ${shell(`client_id=${values.id}`)}`
      : `-u ${shell(`${values.id}:${values.secret}`)}`
  } \\
  -d grant_type=authorization_code -d "code=$CODE" -d "code_verifier=$VERIFIER" \\
  --data-urlencode ${shell(`redirect_uri=${values.redirectUri}`)}`;

const PERSONAL = new Set([
  ...['openid', 'profile', 'email', 'address', 'phone', 'roles', 'groups', 'offline_access'],
]);

/** A machine is nobody: it has no name and no address. */
const apiScopes = ({ scopes }: Values): string =>
  scopes.filter((scope) => !PERSONAL.has(scope)).join(' ');

const parametersOf = ({ id, redirectUri, scopes }: Omit<Values, 'issuer' | 'secret'>) =>
  new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    code_challenge_method: 'S256',
  });

/** A request as the client would make it; of a machine there is none. */
export function tryAddress(client: Client, issuer: string): string | undefined {
  const [redirectUri] = client.redirect_uris;
  if (redirectUri === undefined || !client.is_active) return undefined;
  const { client_id: id, scopes } = client;
  const parameters = parametersOf({ id, redirectUri, scopes });
  // A challenge of which nobody knows the verifier: the code is of no use to who looks at the address.
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const challenge = btoa(String.fromCharCode(...bytes));
  parameters.set(
    'code_challenge',
    challenge.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  );
  return `${issuer}/api/v1/oauth/authorize?${parameters.toString()}`;
}

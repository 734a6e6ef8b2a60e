import { errors, type AuthorizationDetail, type KoaContextWithOIDC } from 'oidc-provider';

/** With which voices speech may be asked to speak, and with no others; the type that speech enforces. */
export const SPEECH_VOICES = 'speech_voices';

/** What a token is limited to beyond its scopes (RFC 9396). */
export interface SpeechVoices {
  readonly type: typeof SPEECH_VOICES;
  readonly voices: readonly string[];
  readonly locations?: readonly string[];
}

const MEMBERS = ['type', 'voices', 'locations'];
const VOICE = /^[\w.:-]{1,100}$/;
const MOST = 50;

/** Rich authorization requests: they narrow what scopes allow, and each wish of them is shown to the person. */
export const richAuthorizationRequests = {
  enabled: true,
  types: { [SPEECH_VOICES]: { validate: (_context: unknown, detail: object) => check(detail) } },
  // What the person has allowed; who asks later without details gets no more than that.
  authorizationDetailsForGrantSource: ({ oidc }: KoaContextWithOIDC) =>
    (oidc.grant as { readonly rar?: AuthorizationDetail[] } | undefined)?.rar ??
    wishOf(oidc.params),
  authorizationDetailsForAccessToken: (
    { oidc }: KoaContextWithOIDC,
    _token: unknown,
    source: { readonly rar?: unknown } | undefined,
  ) => narrowed(wishOf(oidc.params), source?.rar as SpeechVoices[] | undefined),
  authorizationDetailsForIntrospection: (_context: unknown, token: { readonly rar?: unknown }) =>
    token.rar,
};

/** @throws {InvalidAuthorizationDetails} for a detail that says anything else, or too much (RFC 9396 section 5) */
function check(detail: object): void {
  const { voices, locations } = detail as Partial<SpeechVoices>;
  const isKnown = Object.keys(detail).every((member) => MEMBERS.includes(member));
  const isList =
    Array.isArray(voices) &&
    voices.length > 0 &&
    voices.length <= MOST &&
    voices.every((voice: unknown) => typeof voice === 'string' && VOICE.test(voice));
  if (!isKnown || !isList || (locations?.length ?? 0) > MOST) {
    throw new errors.InvalidAuthorizationDetails(
      `${SPEECH_VOICES} has 1 to ${MOST} voices, locations if wanted, and nothing else`,
    );
  }
}

/** The details of a request, which the engine has checked. */
export function wishOf(
  params: Readonly<Record<string, unknown>> | undefined,
): SpeechVoices[] | undefined {
  const text = params?.['authorization_details'];
  if (typeof text !== 'string') return undefined;
  const details = JSON.parse(text) as SpeechVoices[];
  return details.length === 0 ? undefined : details;
}

export const voicesOf = (details: readonly SpeechVoices[] = []): string[] => [
  ...new Set(details.flatMap(({ voices }) => voices)),
];

/** @throws {InvalidAuthorizationDetails} when a token request asks for more than was allowed (section 6.1) */
function narrowed(wish: SpeechVoices[] | undefined, allowed: SpeechVoices[] | undefined) {
  if (wish === undefined || allowed === undefined) return wish ?? allowed;
  const possible = voicesOf(allowed);
  if (voicesOf(wish).every((voice) => possible.includes(voice))) return wish;
  throw new errors.InvalidAuthorizationDetails('more voices than were allowed');
}

/**
 * The roles in an access token of auth-server. They decide which pages are offered and nothing else: each service reads them in
 * the token that it has checked.
 *
 * @returns none for a token that is no JWT
 */
export function rolesIn(token: string): readonly string[] {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    );
    const { roles } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly roles?: unknown };
    return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
  } catch {
    return [];
  }
}

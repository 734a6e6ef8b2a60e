import { protectedResource, type TokenSettings } from '@sextant/platform-security/jwt';
import { RESOURCE } from '../access/resource.js';
import { translatePage } from './translate-page.middleware.js';

/** What is there where people and programs may have tokens: the page, and how programs find the issuer. */
export function pagesOf({ authIssuer, authResourceBase }: TokenSettings) {
  if (authIssuer === undefined) return [];
  return [protectedResource({ authIssuer, authResourceBase }, RESOURCE), translatePage(authIssuer)];
}

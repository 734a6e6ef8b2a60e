import { movedPage } from '@sextant/platform-http';
import { protectedResource, type TokenSettings } from '@sextant/platform-security/jwt';
import { RESOURCE } from '../access/protected-resource.js';
import { STUDIO, studioPage } from './studio-page.middleware.js';

/** What is there where people and programs may have tokens: the studio, and how programs find the issuer. */
export function pagesOf({ authIssuer, authResourceBase }: TokenSettings) {
  if (authIssuer === undefined) return [];
  return [
    protectedResource({ authIssuer, authResourceBase }, RESOURCE),
    movedPage({ from: '/speech', to: STUDIO }),
    studioPage(authIssuer),
  ];
}

import { describe, expect, it } from '@jest/globals';
import { currentPage, pagesFor } from '../src/shell/services.js';

const ORIGIN = 'https://sextant.example.org';
const page = (id: string, path: string, roles: readonly string[] = []) => ({
  id,
  url: ORIGIN + path,
  roles,
});
const INBOX = page('inbox', '/inbox');
const OPERATIONS = page('operations', '/inbox/operations', ['admin', 'operator']);
const SPEECH = { id: 'speech', url: 'https://speech.example.org/speech/studio', roles: [] };
const PAGES = [INBOX, OPERATIONS, SPEECH];

describe('the pages of the services', () => {
  it('are for everybody, or for who has one of their roles', () => {
    expect(pagesFor(PAGES, ['student'])).toEqual([INBOX, SPEECH]);
    expect(pagesFor(PAGES, ['operator'])).toEqual(PAGES);
  });

  it.each([
    ['/inbox', INBOX],
    ['/inbox/settings', INBOX],
    ['/inbox/operations', OPERATIONS],
    ['/inbox/operations/trail', OPERATIONS],
    ['/inboxes', undefined],
    // Another service's page is at another origin.
    ['/speech/studio', undefined],
  ])('somebody at %s is on the one with the longest address', (pathname, expected) => {
    expect(currentPage(PAGES, { origin: ORIGIN, pathname })).toBe(expected);
  });
});

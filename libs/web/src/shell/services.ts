import { useEffect, useState } from 'react';
import { pageSettings } from '../page-settings.js';

/** A page for people, as `/.well-known/sextant` of auth-server lists it. */
export interface ServicePage {
  readonly id: string;
  readonly url: string;
  readonly roles: readonly string[];
}

interface Services {
  readonly services: readonly { readonly pages: readonly ServicePage[] }[];
}

const TIMEOUT_MS = 10_000;
const KEY = 'sextant.services';

/** Where people sign in, and where the list of services is. */
export const issuerOfPage = (): string => {
  const { issuer } = pageSettings() as { readonly issuer?: string };
  return issuer ?? location.origin;
};

function remembered(issuer: string): readonly ServicePage[] {
  try {
    return JSON.parse(sessionStorage.getItem(`${KEY}.${issuer}`) ?? '[]') as ServicePage[];
  } catch {
    return [];
  }
}

function remember(issuer: string, pages: readonly ServicePage[]): void {
  try {
    sessionStorage.setItem(`${KEY}.${issuer}`, JSON.stringify(pages));
  } catch {
    // The next page asks before it shows them.
  }
}

async function ask(issuer: string, signal: AbortSignal): Promise<readonly ServicePage[]> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(`${issuer}/.well-known/sextant`, {
    signal: AbortSignal.any([signal, late]),
  });
  if (!answer.ok) return [];
  const { services } = (await answer.json()) as Services;
  return services.flatMap(({ pages }) => pages).filter(({ url }) => URL.canParse(url));
}

/** The pages of the services that run here: at once those that an earlier page was told of; none where nobody says. */
export function useServicePages(): readonly ServicePage[] {
  const [pages, setPages] = useState(() => remembered(issuerOfPage()));
  useEffect(() => {
    const gone = new AbortController();
    const issuer = issuerOfPage();
    ask(issuer, gone.signal).then(
      (found) => {
        remember(issuer, found);
        setPages(found);
      },
      // Without the list a page stands alone, and works.
      () => undefined,
    );
    return () => gone.abort();
  }, []);
  return pages;
}

/** Those that a person with these roles may open. */
export const pagesFor = (
  pages: readonly ServicePage[],
  roles: readonly string[],
): readonly ServicePage[] =>
  pages.filter((page) => page.roles.length === 0 || page.roles.some((one) => roles.includes(one)));

/** The page on which somebody is: the one with the longest address that theirs is below. */
export function currentPage(
  pages: readonly ServicePage[],
  { origin, pathname }: Pick<Location, 'origin' | 'pathname'>,
): ServicePage | undefined {
  const isHere = ({ url }: ServicePage): boolean => {
    const page = new URL(url);
    if (page.origin !== origin) return false;
    return pathname === page.pathname || pathname.startsWith(`${page.pathname}/`);
  };
  return pages
    .filter((page) => isHere(page))
    .reduce<ServicePage | undefined>(
      (best, page) => (best === undefined || page.url.length > best.url.length ? page : best),
      undefined,
    );
}

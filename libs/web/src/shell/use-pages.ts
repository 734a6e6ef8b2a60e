import { usePathname } from '../views/address.js';
import { PAGE_IDS, PAGE_NAMES, type PageId } from './page-names.js';
import { currentPage, issuerOfPage, pagesFor, useServicePages } from './services.js';

/** A page that this person can open. */
export interface KnownPage {
  readonly id: PageId;
  readonly url: string;
  readonly isCurrent: boolean;
  readonly isListed: boolean;
}

/** The pages of the product that a person with these roles can open, in the order of the side bar; the first one always. */
export function usePages(roles: readonly string[]): readonly KnownPage[] {
  const pathname = usePathname();
  const home = { id: 'home', url: `${issuerOfPage()}/`, roles: [] };
  const found = [home, ...pagesFor(useServicePages(), roles)];
  const current =
    currentPage(found.slice(1), { origin: location.origin, pathname }) ??
    (pathname === '/' ? home : undefined);
  return PAGE_IDS.flatMap((id) => {
    const page = found.find((one) => one.id === id);
    if (page === undefined) return [];
    const { isListed } = PAGE_NAMES[id];
    return [{ id, url: page.url, isListed, isCurrent: page === current }];
  });
}

import { createContext, use, useState } from 'react';
import { goTo, partsBelow, usePathname } from './address.js';

/** A view of a page, such as a tab. */
interface View {
  /** Where it is shown. */
  readonly address: string;
  /** Below this is what can be opened in it. */
  readonly below: string;
}

/** The view around a component; absent where views have no addresses. */
export const ViewContext = createContext<View | undefined>(undefined);

/**
 * What is opened in this view, by its id in the address: it can be shared, and is there after a reload.
 *
 * @returns the id, and what opens another one or, without one, closes it
 */
export function useOpened(): readonly [string | undefined, (id?: string) => void] {
  const view = use(ViewContext);
  const pathname = usePathname();
  const [own, setOwn] = useState<string>();
  if (view === undefined) return [own, setOwn];
  const [id] = partsBelow(view.below, pathname) ?? [];
  const open = (next?: string) =>
    goTo(next === undefined ? view.address : `${view.below}/${segmentOf(next)}`);
  return [id, open];
}

/** A dot would name a file to the service. */
const segmentOf = (id: string): string => encodeURIComponent(id).replaceAll('.', '%2E');

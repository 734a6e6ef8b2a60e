import { useMemo, useState, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { goTo, partsBelow, usePathname } from './address.js';
import { ViewContext } from './view.js';
import { useOffer } from '../shell/actions.js';
import { useWebText } from '../strings/index.js';
import { EmptyState } from '../components/states.js';

export interface TabItem {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
  /** Stays as it is while another one is shown; others begin anew. */
  readonly isKept?: boolean;
}

export interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  /**
   * Path of the page, such as `/translate`: then each part has an address below it, the first one that of the page itself.
   * Without it the choice is forgotten with the page.
   */
  readonly path?: string;
  /** Where the addresses of the parts are, if not below `path`: others have theirs there. */
  readonly below?: string;
}

/** Parts of a page, one of which is shown; arrow keys go from one to the next. */
export function Tabs({ path, below = path, ...rest }: TabsProps) {
  if (path === undefined || below === undefined) return <TabSet {...rest} />;
  return <AddressedTabs {...rest} path={path} below={below} />;
}

function AddressedTabs({ path, below, items, label }: Required<TabsProps>) {
  const text = useWebText();
  const [first] = items;
  const pathname = usePathname();
  const [wanted = first?.id] = pathname === path ? [] : (partsBelow(below, pathname) ?? ['']);
  const addressOf = (id: string) => (id === first?.id ? path : `${below}/${id}`);
  const addresses = items.map(({ id, title }) => [id, title, addressOf(id)]);
  useViews(addresses);
  const views = items.map((item) => ({
    ...item,
    content: (
      <ViewContext value={{ address: addressOf(item.id), below: `${below}/${item.id}` }}>
        {item.content}
      </ViewContext>
    ),
  }));
  if (items.some(({ id }) => id === wanted)) {
    return (
      <TabSet
        label={label}
        items={views}
        selected={wanted}
        onSelect={(id) => goTo(addressOf(id))}
      />
    );
  }
  return (
    <EmptyState title={text('address.unknown')}>
      <a href={path}>{text('address.back', { title: label })}</a>
    </EmptyState>
  );
}

/** Found by their names too. The list is the same as long as what is in it is. */
function useViews(addresses: readonly (readonly string[])[]): void {
  const key = JSON.stringify(addresses);
  useOffer(
    useMemo(
      () =>
        (JSON.parse(key) as [string, string, string][]).map(([id, title, address]) => ({
          id: `view:${id}`,
          title,
          run: () => goTo(address),
        })),
      [key],
    ),
  );
}

interface TabSetProps extends Omit<TabsProps, 'path' | 'below'> {
  readonly selected?: string | undefined;
  readonly onSelect?: (id: string) => void;
}

function TabSet({ label, items, selected, onSelect }: TabSetProps) {
  const [own, setOwn] = useState(selected);
  const isThere = items.some(({ id }) => id === own);
  const current = selected ?? (isThere ? own : items[0]?.id);
  const visited = useVisited(current);
  const select = (id: string) => {
    setOwn(id);
    onSelect?.(id);
  };
  return (
    <AriaTabs
      className="sx-tabs"
      {...(current === undefined ? {} : { selectedKey: current })}
      onSelectionChange={(key) => select(String(key))}
    >
      <TabList aria-label={label} className="sx-tab-list">
        {items.map(({ id, title }) => (
          <Tab key={id} id={id} className="sx-tab" ref={id === current ? showTab : null}>
            {title}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, content, isKept = false }) => (
        <TabPanel
          key={id}
          id={id}
          className="sx-tab-panel"
          shouldForceMount={isKept && visited.has(id)}
        >
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

/** On a phone not all tabs fit; the chosen one may come after the page, which is put together in two steps. */
const showTab = (tab: HTMLElement | null): void =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Nothing is kept of a part that nobody has seen, and nothing of it is loaded. */
function useVisited(current: string | undefined): ReadonlySet<string> {
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  if (current === undefined || visited.has(current)) return visited;
  const all = new Set([...visited, current]);
  setVisited(all);
  return all;
}

import { Ellipsis, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useWebText } from '../strings/index.js';
import { PAGE_NAMES } from './page-names.js';
import type { KnownPage } from './use-pages.js';

const KEY = 'sextant.sidebar';
/** A phone shows so many side by side. */
const MOST_BELOW = 5;

function wasNarrow(): boolean {
  try {
    return localStorage.getItem(KEY) === 'narrow';
  } catch {
    return false;
  }
}

function rememberNarrow(isNarrow: boolean): void {
  try {
    localStorage.setItem(KEY, isNarrow ? 'narrow' : 'wide');
  } catch {
    // The choice holds for this page then.
  }
}

/** The ways to the other pages: at the side, which can be made narrow, and on a phone below. */
export function SideBar({ pages }: { readonly pages: readonly KnownPage[] }) {
  const text = useWebText();
  const [isNarrow, setNarrow] = useState(wasNarrow);
  const listed = pages.filter(({ isListed }) => isListed);
  const below = listed.length > MOST_BELOW ? MOST_BELOW - 1 : MOST_BELOW;
  const toggle = () => {
    rememberNarrow(!isNarrow);
    setNarrow(!isNarrow);
  };
  return (
    <nav className="sx-side" aria-label={text('frame.nav')} data-narrow={isNarrow || undefined}>
      <a className="sx-brand" href={listed[0]?.url ?? '/'}>
        <Compass />
        <span className="sx-side-name">Sextant</span>
      </a>
      <div className="sx-nav">
        {listed.map((page, index) => (
          <PageLink key={page.id} page={page} isRest={index >= below} />
        ))}
        {listed.length > below ? <MorePages pages={listed.slice(below)} /> : null}
      </div>
      <AriaButton
        className="sx-side-toggle"
        aria-label={text(isNarrow ? 'frame.widen' : 'frame.narrow')}
        onPress={toggle}
      >
        {isNarrow ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
      </AriaButton>
    </nav>
  );
}

interface PageLinkProps {
  readonly page: KnownPage;
  /** There is no room for it on a phone. */
  readonly isRest: boolean;
}

function PageLink({ page: { id, url, isCurrent }, isRest }: PageLinkProps) {
  const text = useWebText();
  const { name, icon: Icon } = PAGE_NAMES[id];
  return (
    <a
      className={isRest ? 'sx-nav-link sx-nav-rest' : 'sx-nav-link'}
      href={url}
      title={text(name)}
      {...(isCurrent ? { 'aria-current': 'page' } : {})}
    >
      <Icon aria-hidden />
      <span className="sx-side-name">{text(name)}</span>
    </a>
  );
}

/** On a phone alone. */
function MorePages({ pages }: { readonly pages: readonly KnownPage[] }) {
  const text = useWebText();
  const isCurrent = pages.some((page) => page.isCurrent);
  return (
    <MenuTrigger>
      <AriaButton className="sx-nav-link sx-nav-more" data-current={isCurrent || undefined}>
        <Ellipsis aria-hidden />
        <span className="sx-side-name">{text('nav.more')}</span>
      </AriaButton>
      <Popover className="sx-popover" placement="top end">
        <Menu className="sx-menu" aria-label={text('nav.more')}>
          {pages.map(({ id, url }) => (
            <MenuItem key={id} id={id} href={url} className="sx-menu-item">
              {text(PAGE_NAMES[id].name)}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** A compass needle. */
const Compass = () => (
  <svg className="sx-compass" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="7" />
    <path d="M11 5 9 9 5 11 7 7z" />
  </svg>
);

import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useWebText } from '../strings/index.js';
import { LANGUAGES, type Language } from '../text/text.js';
import { useLanguage } from '../text/language.js';
import { Chevron } from './chevron.js';
import { Toasts } from './toast.js';

export interface Account {
  readonly name: string;
  readonly onSignOut: () => void;
}

export interface PageFrameProps {
  /** The heading of the page; absent for one that has none of its own size. */
  readonly title?: string;
  readonly account?: Account | undefined;
  /** `full`: the content has the whole window. */
  readonly width?: 'text' | 'full';
  readonly children: ReactNode;
}

/** What is around every page: the way to the others, the account, the language. */
export function PageFrame({ title, account, width = 'text', children }: PageFrameProps) {
  const text = useWebText();
  return (
    <div className={`sx-page sx-page-${width}`}>
      <a className="sx-skip" href="#content">
        {text('frame.skip')}
      </a>
      <header className="sx-header">
        <a className="sx-brand" href="/">
          <Compass />
          <span className="sx-brand-name">Sextant</span>
        </a>
        <Navigation />
        {account === undefined ? null : <AccountMenu {...account} />}
        <LanguageMenu />
      </header>
      <main id="content" tabIndex={-1}>
        {title === undefined ? null : <h1>{title}</h1>}
        {children}
      </main>
      <Toasts />
    </div>
  );
}

/** The pages that every deployment has. */
const PAGES = [
  { path: '/', name: 'nav.start' },
  { path: '/translate', name: 'nav.translate' },
  { path: '/api/notifications/inbox', name: 'nav.inbox' },
] as const;

function Navigation() {
  const text = useWebText();
  return (
    <nav className="sx-nav" aria-label={text('frame.nav')}>
      {PAGES.map(({ path, name }) => (
        <a
          key={path}
          href={path}
          {...(location.pathname === path ? { 'aria-current': 'page' } : {})}
        >
          {text(name)}
        </a>
      ))}
    </nav>
  );
}

function AccountMenu({ name, onSignOut }: Account) {
  const text = useWebText();
  return (
    <MenuTrigger>
      <AriaButton className="sx-button sx-button-quiet" aria-label={text('account.menu', { name })}>
        <span className="sx-account-name">{name}</span> <Chevron />
      </AriaButton>
      <Popover className="sx-popover" placement="bottom end">
        <Menu className="sx-menu" onAction={onSignOut}>
          <MenuItem id="sign-out" className="sx-menu-item">
            {text('account.signOut')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function LanguageMenu() {
  const text = useWebText();
  const { language, choose } = useLanguage();
  return (
    <MenuTrigger>
      <AriaButton className="sx-button sx-button-quiet">
        <span className="sx-hidden">{text('frame.language')}:</span>
        {language.toUpperCase()}
        <Chevron />
      </AriaButton>
      <Popover className="sx-popover" placement="bottom end">
        <Menu
          className="sx-menu"
          selectionMode="single"
          selectedKeys={[language]}
          onAction={(key) => choose(key as Language)}
        >
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <MenuItem key={tag} id={tag} className="sx-menu-item">
              <span lang={tag}>{name}</span>
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

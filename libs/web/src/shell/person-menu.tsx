import { Check, CircleUserRound, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { Chevron } from '../components/chevron.js';
import { useWebText } from '../strings/index.js';
import { useLanguage } from '../text/language.js';
import { LANGUAGES, type Language } from '../text/text.js';
import { chooseTheme, THEMES, useTheme, type Theme } from './theme.js';

export interface PersonMenuProps {
  /** Absent: nobody is signed in. */
  readonly name?: string | undefined;
  readonly accountUrl?: string | undefined;
  readonly onSignOut: () => void;
}

/** What is a person's own: the account, how the pages look, the language, the way out. */
export function PersonMenu({ name, accountUrl, onSignOut }: PersonMenuProps) {
  const text = useWebText();
  const theme = useTheme();
  const { language, choose } = useLanguage();
  return (
    <MenuTrigger>
      <Trigger name={name} />
      <Popover className="sx-popover" placement="bottom end">
        <Menu className="sx-menu" aria-label={text('account.settings')}>
          {name === undefined || accountUrl === undefined ? null : (
            <MenuItem id="account" href={accountUrl} className="sx-menu-item">
              {text('nav.account')}
            </MenuItem>
          )}
          <Choices
            title={text('theme.title')}
            value={theme}
            options={THEMES.map((id) => ({ id, title: text(`theme.${id}`) }))}
            onChange={(id) => chooseTheme(id as Theme)}
          />
          <Choices
            title={text('frame.language')}
            value={language}
            options={Object.entries(LANGUAGES).map(([id, title]) => ({ id, title, lang: id }))}
            onChange={(id) => choose(id as Language)}
          />
          {name === undefined ? null : (
            <>
              <Separator className="sx-separator" />
              <MenuItem id="sign-out" className="sx-menu-item" onAction={onSignOut}>
                {text('account.signOut')}
              </MenuItem>
            </>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Trigger({ name }: { readonly name: string | undefined }) {
  const text = useWebText();
  if (name === undefined) {
    return (
      <AriaButton className="sx-icon-button" aria-label={text('account.settings')}>
        <Settings aria-hidden />
      </AriaButton>
    );
  }
  return (
    <AriaButton className="sx-button sx-button-quiet" aria-label={text('account.menu', { name })}>
      <CircleUserRound className="sx-account-icon" aria-hidden />
      <span className="sx-account-name">{name}</span> <Chevron />
    </AriaButton>
  );
}

interface ChoicesProps {
  readonly title: string;
  readonly value: string;
  readonly options: readonly {
    readonly id: string;
    readonly title: string;
    readonly lang?: string;
  }[];
  readonly onChange: (id: string) => void;
}

/** One of several: a menu within the menu, whose current item has a mark. */
function Choices({ title, value, options, onChange }: ChoicesProps): ReactNode {
  return (
    <MenuSection
      className="sx-menu-section"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [chosen] = keys === 'all' ? [] : keys;
        if (chosen !== undefined) onChange(String(chosen));
      }}
    >
      <Header className="sx-menu-header">{title}</Header>
      {options.map(({ id, title: name, lang }) => (
        <MenuItem key={id} id={id} textValue={name} className="sx-menu-item">
          <Check className="sx-menu-check" aria-hidden />
          <span {...(lang === undefined ? {} : { lang })}>{name}</span>
        </MenuItem>
      ))}
    </MenuSection>
  );
}

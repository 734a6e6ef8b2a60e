import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useWebText } from '../strings/index.js';
import { useLanguage } from '../text/language.js';
import { LANGUAGES, type Language } from '../text/text.js';
import { useActions } from './actions.js';
import { PAGE_NAMES } from './page-names.js';
import { chooseTheme, THEMES } from './theme.js';
import type { KnownPage } from './use-pages.js';

export interface FinderProps {
  readonly pages: readonly KnownPage[];
  /** Absent: nobody is signed in. */
  readonly onSignOut: (() => void) | undefined;
}

interface FinderDialogProps extends FinderProps {
  readonly onClose: () => void;
}

interface Found {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly run: () => void;
}

export function FinderDialog({ onClose, ...rest }: FinderDialogProps) {
  const text = useWebText();
  return (
    <ModalOverlay
      className="sx-overlay sx-finder-overlay"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="sx-modal">
        <Dialog className="sx-finder-dialog" aria-label={text('finder.open')}>
          <FoundList {...rest} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function FoundList({ onClose, ...rest }: FinderDialogProps) {
  const text = useWebText();
  const { contains } = useFilter({ sensitivity: 'base' });
  const found = useFound(rest);
  const run = (id: unknown) => {
    onClose();
    found.find((one) => one.id === id)?.run();
  };
  return (
    <Autocomplete filter={contains}>
      <SearchField autoFocus aria-label={text('finder.open')} className="sx-field">
        <Input className="sx-input" placeholder={text('finder.hint')} />
      </SearchField>
      <Menu
        className="sx-menu sx-finder-list"
        aria-label={text('finder.found')}
        items={found}
        onAction={run}
        renderEmptyState={() => <p className="sx-finder-none">{text('finder.none')}</p>}
      >
        {({ id, title, kind }) => (
          <MenuItem id={id} textValue={title} className="sx-menu-item sx-finder-item">
            <span>{title}</span> <span className="sx-muted">{kind}</span>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}

/** Views of this page first: somebody is here for them. */
function useFound({ pages, onSignOut }: FinderProps): readonly Found[] {
  const text = useWebText();
  const { choose } = useLanguage();
  const action = text('finder.action');
  const views = useActions().map((view) => ({ ...view, kind: text('finder.view') }));
  const others = pages.map(({ id, url }) => ({
    id: `page:${id}`,
    title: text(PAGE_NAMES[id].name),
    kind: text('finder.page'),
    run: () => location.assign(url),
  }));
  const themes = THEMES.map((theme) => ({
    id: `theme:${theme}`,
    title: `${text('theme.title')}: ${text(`theme.${theme}`)}`,
    kind: action,
    run: () => chooseTheme(theme),
  }));
  const languages = Object.entries(LANGUAGES).map(([id, name]) => ({
    id: `language:${id}`,
    title: `${text('frame.language')}: ${name}`,
    kind: action,
    run: () => choose(id as Language),
  }));
  const signOut = { id: 'sign-out', title: text('account.signOut'), kind: action };
  return [
    ...views,
    ...others,
    ...themes,
    ...languages,
    ...(onSignOut === undefined ? [] : [{ ...signOut, run: onSignOut }]),
  ];
}

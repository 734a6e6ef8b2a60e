import { Select, TextField } from '@sextant/web';
import { VIEWS, type View } from './notifications.js';
import { useText } from './strings/index.js';

export interface SearchProps {
  readonly view: View;
  readonly words: string;
  readonly onView: (view: View) => void;
  readonly onWords: (words: string) => void;
}

/** Which part of the list is shown. */
export function Search({ view, words, onView, onWords }: SearchProps) {
  const text = useText();
  const options = VIEWS.map((one) => ({ id: one, title: text(`view.${one}`) }));
  return (
    <div className="inbox-search" role="search">
      <TextField label={text('search')} value={words} onChange={onWords} />
      <Select
        label={text('view')}
        value={view}
        options={options}
        onChange={(id) => onView(VIEWS.find((one) => one === id) ?? 'inbox')}
      />
    </div>
  );
}

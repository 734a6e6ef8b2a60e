import { Button, complain, Dialog, Switch } from '@sextant/web';
import { useId, useState } from 'react';
import { queryOf, type ImportAnswer } from '../calls.js';
import type { DialogPartProps } from './invite-dialog.js';
import { useText } from '../strings/index.js';

const HEADERS = { 'Content-Type': 'text/csv' };

interface Shown extends ImportAnswer {
  readonly isTrial: boolean;
}

/** Makes users of a CSV file, after a look at what would come of it. */
export function ImportDialog({ api, onClose }: DialogPartProps) {
  const text = useText();
  const [csv, setCsv] = useState<string>();
  const [mailsLinks, setMailsLinks] = useState(true);
  const [shown, setShown] = useState<Shown>();
  const send = (isTrial: boolean) => {
    const query = queryOf({ dry_run: String(isTrial), send_links: String(mailsLinks) });
    const call = { method: 'POST', rawBody: csv ?? '', headers: HEADERS } as const;
    api<ImportAnswer>(`/users/import?${query}`, call).then(
      ({ body }) => setShown({ ...body, isTrial }),
      complain,
    );
  };
  const choose = (file: string) => {
    setShown(undefined);
    setCsv(file);
  };
  const actions = (
    <>
      <Button onPress={onClose}>{text('close')}</Button>
      <Button isDisabled={csv === undefined} onPress={() => send(true)}>
        {text('import.check')}
      </Button>
      <Button kind="primary" isDisabled={shown?.isTrial !== true} onPress={() => send(false)}>
        {text('import.run')}
      </Button>
    </>
  );
  return (
    <Dialog title={text('users.import')} isOpen onClose={onClose} actions={actions}>
      <p>{text('import.about')}</p>
      <FileField onChoose={choose} />
      <Switch isSelected={mailsLinks} onChange={setMailsLinks}>
        {text('import.links')}
      </Switch>
      {shown === undefined ? null : <Outcome answer={shown} />}
    </Dialog>
  );
}

function FileField({ onChoose }: { readonly onChoose: (text: string) => void }) {
  const text = useText();
  const id = useId();
  return (
    <div className="sx-field">
      <label htmlFor={id}>{text('import.file')}</label>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv"
        onChange={({ target }) => {
          target.files?.[0]?.text().then(onChoose, complain);
        }}
      />
    </div>
  );
}

const MOST_SHOWN = 20;

function Outcome({ answer: { created, refused, isTrial } }: { readonly answer: Shown }) {
  const text = useText();
  const count = { created, refused: refused.length };
  return (
    <div role="status">
      <p>{text(isTrial ? 'import.would' : 'import.created', count)}</p>
      <ul className="console-list">
        {refused.slice(0, MOST_SHOWN).map(({ line, message }) => (
          <li key={line}>{text('import.line', { line, message })}</li>
        ))}
      </ul>
    </div>
  );
}

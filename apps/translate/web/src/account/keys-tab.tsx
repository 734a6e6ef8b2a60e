import {
  Button,
  complain,
  EndButton,
  MoreList,
  Secret,
  Shown,
  StatusBadge,
  TextField,
  useLanguage,
  useLoaded,
  useOpened,
} from '@sextant/web';
import { useCallback, useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { KeyDialog } from './key-dialog.js';
import { createKey, deactivateKey, listKeys, type DeveloperKey } from './keys.js';

/** The organization's keys, for its administrators. */
export function KeysTab({ service }: { readonly service: Service }) {
  const text = useText();
  const ask = useCallback((signal: AbortSignal) => listKeys(service, signal), [service]);
  const { state, reload } = useLoaded(ask);
  const [opened, open] = useOpened();
  const again = () => void reload();
  return (
    <Shown state={state} reload={reload}>
      {(keys) => (
        <>
          <NewKey service={service} onMade={reload} />
          <MoreList
            label={text('tab.keys')}
            items={keys}
            keyOf={({ key_id: id }) => id}
            render={(key) => <KeyItem {...{ service, open }} own={key} reload={again} />}
          />
          {keys
            .filter(({ key_id: id, is_deactivated: isOver }) => id === opened && !isOver)
            .map((key) => (
              <KeyDialog
                key={key.key_id}
                {...{ service }}
                own={key}
                reload={again}
                onClose={() => open()}
              />
            ))}
        </>
      )}
    </Shown>
  );
}

/** Makes a key, and shows its secret this once. */
function NewKey({
  service,
  onMade,
}: {
  readonly service: Service;
  readonly onMade: () => Promise<void>;
}) {
  const text = useText();
  const [label, setLabel] = useState('');
  const [secret, setSecret] = useState<string>();
  const make = () => {
    createKey(service, label)
      .then((made) => {
        setSecret(made);
        setLabel('');
      })
      .then(onMade)
      .catch(complain);
  };
  return (
    <>
      <div className="tr-entry">
        <TextField label={text('keys.label')} value={label} onChange={setLabel} />
        <Button kind="primary" isDisabled={label.trim() === ''} onPress={make}>
          {text('keys.new')}
        </Button>
      </div>
      {secret === undefined ? null : (
        <div className="tr-secret" role="status">
          <p>{text('keys.once')}</p>
          <Secret name={text('keys.secret')} value={secret} />
        </div>
      )}
    </>
  );
}

interface KeyItemProps {
  readonly service: Service;
  readonly own: DeveloperKey;
  readonly reload: () => void;
  readonly open: (id: string) => void;
}

function KeyItem(props: KeyItemProps) {
  const text = useText();
  const { locale } = useLanguage();
  const { label, is_deactivated: isOver, usage_limits: limits, creation_time } = props.own;
  const made = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const limit =
    limits.characters === undefined
      ? ''
      : ` · ${text('keys.limit.is', { count: limits.characters })}`;
  return (
    <article className="tr-item" aria-label={label}>
      <div className="tr-item-about">
        <h2>{label}</h2>
        <p className="sx-muted">
          {made.format(new Date(creation_time))}
          {limit}
        </p>
      </div>
      <StatusBadge tone={isOver ? 'neutral' : 'good'}>
        {text(isOver ? 'keys.over' : 'keys.active')}
      </StatusBadge>
      {isOver ? null : <KeyActions {...props} />}
    </article>
  );
}

function KeyActions({ service, own, reload, open }: KeyItemProps) {
  const text = useText();
  return (
    <>
      <Button label={`${text('change')}: ${own.label}`} onPress={() => open(own.key_id)}>
        {text('change')}
      </Button>
      <EndButton
        action={text('keys.end')}
        name={own.label}
        title={text('keys.end.title', { name: own.label })}
        about={text('keys.end.about')}
        onConfirm={() => void deactivateKey(service, own.key_id).then(reload).catch(complain)}
      />
    </>
  );
}

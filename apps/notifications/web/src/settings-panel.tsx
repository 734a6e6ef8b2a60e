import {
  Button,
  Card,
  complain,
  ErrorState,
  LoadingState,
  NumberField,
  say,
  Switch,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useCallback, useEffect, useState } from 'react';
import { PreferencesCard } from './preferences-card.js';
import { enablePush, isPushPossible } from './push.js';
import { useText } from './strings/index.js';

/** What people can switch on and off, in the words of the service. */
const SWITCHES = [
  ['directMessage', 'setting.directMessage'],
  ['newPost', 'setting.newPost'],
  ['classInvitation', 'setting.classInvitation'],
  ['classApproval', 'setting.classApproval'],
  ['classApprovalCancel', 'setting.classApprovalCancel'],
  ['classCancellation', 'setting.classCancellation'],
  ['scheduleStart', 'setting.scheduleStart'],
  ['reminder', 'setting.reminder'],
  ['soundEnabled', 'setting.soundEnabled'],
] as const;

type Settings = Readonly<Record<(typeof SWITCHES)[number][0], boolean>> & {
  readonly eventReminderDefault: number;
};

/** Four weeks, as the service has it. */
const MAX_REMINDER_MINUTES = 40_320;

export function SettingsPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const { settings, error, load, change } = useSettings(api, text('settings.saved'));
  if (error !== undefined) return <ErrorState error={error} onRetry={load} />;
  if (settings === undefined) return <LoadingState lines={6} />;
  return (
    <>
      <Card title={text('settings.what')}>
        {SWITCHES.map(([name, label]) => (
          <Switch
            key={name}
            isSelected={settings[name]}
            onChange={(isSelected) => change({ [name]: isSelected })}
          >
            {text(label)}
          </Switch>
        ))}
        <NumberField
          label={text('setting.eventReminderDefault')}
          value={settings.eventReminderDefault}
          min={0}
          max={MAX_REMINDER_MINUTES}
          onChange={(minutes) => change({ eventReminderDefault: minutes })}
        />
      </Card>
      <PreferencesCard api={api} />
      <PushCard api={api} />
    </>
  );
}

function useSettings(api: Api, saved: string) {
  const [settings, setSettings] = useState<Settings>();
  const [error, setError] = useState<Error>();
  const load = useCallback(() => {
    setError(undefined);
    api<{ readonly settings: Settings }>('/settings').then(
      ({ body }) => setSettings(body.settings),
      setError,
    );
  }, [api]);
  useEffect(load, [load]);
  const change = (part: Partial<Settings>) => {
    api<{ readonly settings: Settings }>('/settings', { method: 'PUT', body: part }).then(
      ({ body }) => {
        setSettings(body.settings);
        say(saved);
      },
      complain,
    );
  };
  return { settings, error, load, change };
}

function PushCard({ api }: { readonly api: Api }) {
  const text = useText();
  if (!isPushPossible()) {
    return (
      <Card title={text('push.title')}>
        <p>{text('push.impossible')}</p>
      </Card>
    );
  }
  const enable = () => {
    enablePush(api)
      .then((isEnabled) =>
        isEnabled ? say(text('push.enabled')) : complain(text('push.forbidden')),
      )
      .catch(complain);
  };
  const test = () => {
    api('/push/test', { method: 'POST' })
      .then(() => say(text('push.sent')))
      .catch(complain);
  };
  return (
    <Card title={text('push.title')}>
      <p>{text('push.about')}</p>
      <div className="inbox-actions">
        <Button kind="primary" onPress={enable}>
          {text('push.enable')}
        </Button>
        <Button onPress={test}>{text('push.test')}</Button>
      </div>
    </Card>
  );
}

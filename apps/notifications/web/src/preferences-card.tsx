import {
  Card,
  complain,
  ErrorState,
  LoadingState,
  NumberField,
  say,
  Select,
  Switch,
  TextField,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useCallback, useEffect, useState } from 'react';
import { useText } from './strings/index.js';

const MODES = ['off', 'now', 'hour', 'day', 'week', 'unread'] as const;
type Mode = (typeof MODES)[number];
const modeOf = (id: string): Mode => MODES.find((one) => one === id) ?? 'off';

const KINDS = [
  ['direct', 'setting.directMessage'],
  ['newPost', 'setting.newPost'],
  ['classInvitation', 'setting.classInvitation'],
  ['classApproval', 'setting.classApproval'],
  ['classApprovalCancel', 'setting.classApprovalCancel'],
  ['classCancellation', 'setting.classCancellation'],
  ['scheduleStart', 'setting.scheduleStart'],
  ['reminder', 'setting.reminder'],
] as const;
type Kind = (typeof KINDS)[number][0];

interface Wish {
  readonly push: boolean;
  readonly email: Mode;
}

interface Preferences {
  readonly kinds: Readonly<Record<Kind, Wish>>;
  readonly quietHours: { readonly from: string; readonly to: string } | null;
  readonly unreadHours: number;
}

interface Answer {
  readonly preferences: Preferences;
  readonly account: {
    readonly email: string | null;
    readonly emailProblem: string | null;
    readonly timeZone: string;
  };
}

type Change = Partial<Omit<Preferences, 'kinds'>> & {
  readonly kinds?: Partial<Record<Kind, Partial<Wish>>>;
};

interface PartProps extends Answer {
  readonly change: (change: Change) => void;
}

/** By which channel and when people are told. */
export function PreferencesCard({ api }: { readonly api: Api }) {
  const text = useText();
  const { answer, error, load, change } = usePreferences(api, text('settings.saved'));
  if (error !== undefined) return <ErrorState error={error} onRetry={load} />;
  if (answer === undefined) return <LoadingState lines={6} />;
  return (
    <Card title={text('preferences.title')}>
      <About {...answer} change={change} />
      <Kinds {...answer} change={change} />
      <QuietHours {...answer} change={change} />
      <NumberField
        label={text('preferences.unreadHours')}
        value={answer.preferences.unreadHours}
        min={1}
        max={168}
        onChange={(unreadHours) => change({ unreadHours })}
      />
    </Card>
  );
}

function usePreferences(api: Api, saved: string) {
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<Error>();
  const load = useCallback(() => {
    setError(undefined);
    api<Answer>('/preferences').then(({ body }) => setAnswer(body), setError);
  }, [api]);
  useEffect(load, [load]);
  const change = (body: Change) => {
    api<Answer>('/preferences', { method: 'PUT', body }).then(({ body: changed }) => {
      setAnswer(changed);
      say(saved);
    }, complain);
  };
  return { answer, error, load, change };
}

function About({ account: { email, emailProblem, timeZone } }: PartProps) {
  const text = useText();
  return (
    <p className="sx-muted">
      {email === null ? text('preferences.noEmail') : text('preferences.email', { email })}{' '}
      {emailProblem === null ? null : text('preferences.emailProblem', { reason: emailProblem })}{' '}
      {text('preferences.timeZone', { timeZone })}
    </p>
  );
}

function Kinds({ preferences, change }: PartProps) {
  const text = useText();
  const options = MODES.map((id) => ({ id, title: text(`mode.${id}`) }));
  return KINDS.map(([kind, label]) => (
    <fieldset key={kind} className="inbox-kind">
      <legend>{text(label)}</legend>
      <Switch
        isSelected={preferences.kinds[kind].push}
        onChange={(push) => change({ kinds: { [kind]: { push } } })}
      >
        {text('channel.push')}
      </Switch>
      <Select
        label={text('channel.email')}
        value={preferences.kinds[kind].email}
        options={options}
        onChange={(id) => change({ kinds: { [kind]: { email: modeOf(id) } } })}
      />
    </fieldset>
  ));
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const NIGHT = { from: '22:00', to: '07:00' } as const;

function QuietHours({ preferences: { quietHours }, change }: PartProps) {
  const text = useText();
  const [times, setTimes] = useState(quietHours ?? NIGHT);
  const set = (part: Partial<typeof times>) => {
    const next = { ...times, ...part };
    setTimes(next);
    if (CLOCK.test(next.from) && CLOCK.test(next.to)) change({ quietHours: next });
  };
  return (
    <fieldset className="inbox-kind">
      <legend>{text('quiet.title')}</legend>
      <Switch
        isSelected={quietHours !== null}
        onChange={(isOn) => change({ quietHours: isOn ? times : null })}
      >
        {text('quiet.on')}
      </Switch>
      {quietHours === null ? null : (
        <>
          <TextField
            label={text('quiet.from')}
            value={times.from}
            onChange={(from) => set({ from })}
          />
          <TextField label={text('quiet.to')} value={times.to} onChange={(to) => set({ to })} />
        </>
      )}
    </fieldset>
  );
}

import { Button, Card, complain, LoadingState, PageFrame, Secret } from '@sextant/web';
import type { SignIn } from '@sextant/web/session';
import { useEffect, useMemo, useState } from 'react';
import { askForKeys, useDevelopment, type Development } from './development.js';
import { ServiceCard } from './service-card.js';
import { SERVICES, type DevelopmentKeys } from './services.js';
import { useText } from './strings/index.js';
import { useStatuses, type Statuses } from './use-statuses.js';

const NAMES = SERVICES.map(({ name }) => name);
const NONE: readonly string[] = [];

/** Where everybody begins: what runs, where it is described, what to try. */
export function StartPage({ signIn }: { readonly signIn: SignIn }) {
  const development = useDevelopment();
  const [keys, setKeys] = useState<DevelopmentKeys>();
  // Until it is known which were started none is asked: one that was not would answer with an error.
  const asked = useMemo(
    () => (development === undefined ? NONE : (development?.started ?? NAMES)),
    [development],
  );
  const statuses = useStatuses(asked);
  // Nobody has to be signed in here; who is sees the pages that are theirs.
  useEffect(() => {
    void signIn.start();
  }, [signIn]);
  return (
    <PageFrame signIn={signIn}>
      <Welcome statuses={statuses} names={asked} />
      {development === undefined ? (
        <LoadingState />
      ) : (
        <>
          {development === null ? null : <Keys keys={keys} onKeys={setKeys} />}
          <ServiceGrid {...{ statuses, development, keys, asked }} />
          <NextSteps isDevelopment={development !== null} asked={asked} />
        </>
      )}
    </PageFrame>
  );
}

function Welcome({
  statuses,
  names,
}: {
  readonly statuses: Statuses;
  readonly names: readonly string[];
}) {
  const text = useText();
  const known = names.filter((name) => statuses[name] !== undefined);
  const ready = names.filter((name) => statuses[name]?.status === 'ready').length;
  const count = NAMES.length;
  const isKnown = names.length > 0 && known.length === names.length;
  return (
    <div className="start-welcome">
      <h1>{text('title')}</h1>
      <p className="start-lead">{text('lead')}</p>
      <p role="status" className="start-summary">
        {isKnown
          ? text(ready === count ? 'summary.all' : 'summary.some', { ready, count })
          : text('status.unknown')}
      </p>
    </div>
  );
}

function Keys({
  keys,
  onKeys,
}: {
  readonly keys: DevelopmentKeys | undefined;
  readonly onKeys: (keys: DevelopmentKeys) => void;
}) {
  const text = useText();
  const [isPending, setPending] = useState(false);
  const show = () => {
    setPending(true);
    askForKeys()
      .then(onKeys, complain)
      .finally(() => setPending(false));
  };
  return (
    <Card title={text('keys.title')}>
      <p>{text('keys.about')}</p>
      {keys === undefined ? (
        <div>
          <Button kind="primary" onPress={show} isPending={isPending}>
            {text('keys.show')}
          </Button>
        </div>
      ) : (
        keys.users.map(({ username, password }) => (
          <Secret key={username} name={text('keys.password', { username })} value={password} />
        ))
      )}
    </Card>
  );
}

interface ServiceGridProps {
  readonly statuses: Statuses;
  readonly development: Development | null;
  readonly keys: DevelopmentKeys | undefined;
  readonly asked: readonly string[];
}

function ServiceGrid({ statuses, development, keys, asked }: ServiceGridProps) {
  const text = useText();
  return (
    <section aria-label={text('services')} className="start-grid">
      {SERVICES.map((service) => (
        <ServiceCard
          key={service.name}
          service={service}
          status={asked.includes(service.name) ? statuses[service.name] : { status: 'not_started' }}
          development={development}
          keys={keys}
        />
      ))}
    </section>
  );
}

const COMMANDS = [
  ['next.translate', 'npm run demo:translate', 'translate'],
  ['next.auth', 'npm run demo:auth', 'auth-server'],
  ['next.notifications', 'npm run demo:notifications', undefined],
  ['next.speech', 'npm run demo:speech', 'speech'],
  ['next.ipt', 'npm run demo:ipt', 'ipt-graphql'],
  ['next.relay', 'npm run demo:relay', undefined],
] as const;

interface NextStepsProps {
  readonly isDevelopment: boolean;
  readonly asked: readonly string[];
}

/** The demonstrations that ask no service of this start bring their own. */
function NextSteps({ isDevelopment, asked }: NextStepsProps) {
  const text = useText();
  const isThere = (name: string | undefined) => name === undefined || asked.includes(name);
  const commands = isDevelopment ? COMMANDS.filter(([, , name]) => isThere(name)) : [];
  return (
    <Card title={text('next.title')}>
      <ul className="start-next">
        {isThere('notifications') ? (
          <li>
            <a href="/inbox">{text('next.inbox')}</a>
          </li>
        ) : null}
        {commands.map(([key, command]) => (
          <li key={key}>
            {text(key)}: <code>{command}</code>
          </li>
        ))}
      </ul>
    </Card>
  );
}

import { Card, DataTable } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import type { Day, FailingMail, Status } from './calls.js';
import { LoadedPart } from './loaded-part.js';
import { SignInChart } from './sign-in-chart.js';
import { useText } from './strings/index.js';
import { useLoaded } from './use-loaded.js';

/** How the service is: three requests. */
export function OverviewPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const status = useLoaded<Status>(api, '/status');
  const days = useLoaded<{ readonly days: readonly Day[] }>(api, '/reports/sign-ins?days=30');
  const mails = useLoaded<{ readonly mails: readonly FailingMail[] }>(api, '/mails/failing');
  return (
    <>
      <Card title={text('overview.status')}>
        <LoadedPart loaded={status}>
          {({ version, uptime, oauth }) => (
            <dl className="console-facts">
              <Fact name={text('status.clients')} value={oauth.clients_count} />
              <Fact name={text('status.tokens')} value={oauth.active_tokens} />
              <Fact name={text('status.uptime')} value={uptime} />
              <Fact name={text('status.version')} value={version} />
            </dl>
          )}
        </LoadedPart>
      </Card>
      <Card title={text('overview.signIns')}>
        <LoadedPart loaded={days}>{(body) => <SignInChart days={body.days} />}</LoadedPart>
      </Card>
      <Card title={text('overview.mails')}>
        <LoadedPart loaded={mails}>{(body) => <FailingMails mails={body.mails} />}</LoadedPart>
      </Card>
    </>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string | number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function FailingMails({ mails }: { readonly mails: readonly FailingMail[] }) {
  const text = useText();
  const stateOf = ({ failed_at, attempts }: FailingMail) =>
    text(failed_at === null ? 'mails.waiting' : 'mails.failed', { attempts });
  return (
    <DataTable
      label={text('overview.mails')}
      items={mails}
      keyOf={({ id }) => id}
      none={text('mails.none')}
      columns={[
        [text('mails.to'), ({ recipient }) => recipient],
        [text('mails.kind'), ({ template }) => template],
        [text('mails.state'), stateOf],
        [text('mails.reason'), ({ failure }) => failure],
      ]}
    />
  );
}

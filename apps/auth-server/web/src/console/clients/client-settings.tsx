import { say, Tabs } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import type { Client } from '../calls.js';
import { MemberForm } from '../member-form.js';
import type { Members } from '../members.js';
import { useText } from '../strings/index.js';
import { SECTIONS } from './client-members.js';
import { ScopeChoice } from './scope-choice.js';

export interface ClientPartProps {
  readonly api: Api;
  readonly client: Client;
  /** Gets the client as it is now, with a secret where the change has brought one. */
  readonly onChanged: (client: Client) => void;
}

/** Changes what a client is and may do. */
export function ClientSettings({ api, client, onChanged }: ClientPartProps) {
  const text = useText();
  const save = async (changes: Members) => {
    const { body } = await api<Client>(`/clients/${client.id}`, { method: 'PATCH', body: changes });
    say(text('client.saved'));
    onChanged(body);
  };
  const values = client as unknown as Members;
  return (
    <Tabs
      label={text('client.settings')}
      items={[
        ...SECTIONS.map(({ id, title, members }) => ({
          id,
          title: text(title),
          content: <MemberForm members={members} values={values} onSave={save} />,
        })),
        {
          id: 'scopes',
          title: text('scopes'),
          content: (
            <MemberForm members={[]} values={values} onSave={save}>
              {({ scopes = client.scopes }, change) => (
                <ScopeChoice
                  api={api}
                  scopes={scopes as readonly string[]}
                  isForPeople={client.redirect_uris.length > 0}
                  onChange={(next) => change('scopes', next)}
                />
              )}
            </MemberForm>
          ),
        },
      ]}
    />
  );
}

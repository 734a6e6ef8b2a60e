import { Button, complain, Moment } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { AskedButton } from '../asked-button.js';
import type { Factor, Session } from '../calls.js';
import { LoadedPart } from '../loaded-part.js';
import { useText } from '../strings/index.js';
import { useLoaded } from '../use-loaded.js';

interface PartProps {
  readonly api: Api;
  /** Of the user. */
  readonly path: string;
}

export function SessionList({ api, path }: PartProps) {
  const text = useText();
  const sessions = useLoaded<{ readonly sessions: readonly Session[] }>(api, `${path}/sessions`);
  const end = (sid?: string) => {
    const one = sid === undefined ? '' : `/${sid}`;
    api(`${path}/sessions${one}`, { method: 'DELETE' }).then(sessions.reload, complain);
  };
  return (
    <>
      <h3>{text('user.sessions')}</h3>
      <LoadedPart loaded={sessions}>
        {({ sessions: list }) =>
          list.length === 0 ? (
            <p>{text('user.noSessions')}</p>
          ) : (
            <>
              <ul className="console-list">
                {list.map(({ sid, device, ip, last_used_at, signed_in_at }) => (
                  <li key={sid}>
                    {device ?? '–'} {ip} <Moment at={last_used_at ?? signed_in_at} />
                    <Button kind="quiet" onPress={() => end(sid)}>
                      {text('user.endSession')}
                    </Button>
                  </li>
                ))}
              </ul>
              <div>
                <Button onPress={() => end()}>{text('user.endAll')}</Button>
              </div>
            </>
          )
        }
      </LoadedPart>
    </>
  );
}

interface Factors {
  readonly factors: readonly Factor[];
  readonly recovery_codes_left: number;
}

export function FactorList({ api, path }: PartProps) {
  const text = useText();
  const factors = useLoaded<Factors>(api, `${path}/factors`);
  const reset = () => {
    api(`${path}/factors`, { method: 'DELETE' }).then(factors.reload, complain);
  };
  return (
    <>
      <h3>{text('user.factors')}</h3>
      <LoadedPart loaded={factors}>
        {({ factors: list, recovery_codes_left: left }) =>
          list.length === 0 ? (
            <p>{text('user.noFactors')}</p>
          ) : (
            <>
              <ul className="console-list">
                {list.map(({ id, name, kind }) => (
                  <li key={id}>
                    {name} ({kind})
                  </li>
                ))}
              </ul>
              <p>{text('user.codesLeft', { left })}</p>
              <div>
                <AskedButton
                  kind="danger"
                  label={text('user.resetFactors')}
                  about={text('user.resetFactorsAbout')}
                  onConfirm={reset}
                />
              </div>
            </>
          )
        }
      </LoadedPart>
    </>
  );
}

import { Switch } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import type { Scope } from '../calls.js';
import { LoadedPart } from '../loaded-part.js';
import { useLoaded } from '../use-loaded.js';

const OPENID = [
  'openid',
  'profile',
  'email',
  'address',
  'phone',
  'roles',
  'groups',
  'offline_access',
];

export interface ScopeChoiceProps {
  readonly api: Api;
  readonly scopes: readonly string[];
  /** Programs ask for no scopes of OpenID Connect. */
  readonly isForPeople: boolean;
  readonly onChange: (scopes: readonly string[]) => void;
}

/** What a client may ask for: the scopes that there are. */
export function ScopeChoice({ api, scopes, isForPeople, onChange }: ScopeChoiceProps) {
  const known = useLoaded<{ readonly scopes: readonly Scope[] }>(api, '/scopes');
  const toggle = (name: string, isSelected: boolean) => {
    const others = scopes.filter((scope) => scope !== name);
    onChange(isSelected ? [...others, name] : others);
  };
  return (
    <LoadedPart loaded={known}>
      {({ scopes: list }) => (
        <div className="console-scopes">
          {[
            ...(isForPeople ? OPENID : []).map((name) => ({ name, about: '' })),
            ...list
              .filter(({ is_active }) => is_active)
              .map(({ scope_name: name, description: about }) => ({ name, about })),
          ].map(({ name, about }) => (
            <Switch
              key={name}
              isSelected={scopes.includes(name)}
              onChange={(isSelected) => toggle(name, isSelected)}
            >
              <span>
                <code>{name}</code> {about}
              </span>
            </Switch>
          ))}
        </div>
      )}
    </LoadedPart>
  );
}

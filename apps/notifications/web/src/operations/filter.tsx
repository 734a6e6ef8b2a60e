import { TextField } from '@sextant/web';
import { useText } from '../strings/index.js';

const NAMES = ['user', 'host', 'reason'] as const;

export type Wanted = Readonly<Record<(typeof NAMES)[number], string>>;

export const EVERYTHING: Wanted = { user: '', host: '', reason: '' };

/** What is not empty, as members. */
export const given = (wanted: Wanted): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value.trim() !== ''));

export const queryOf = (wanted: Wanted): string => new URLSearchParams(given(wanted)).toString();

interface FilterProps {
  readonly wanted: Wanted;
  readonly onChange: (wanted: Wanted) => void;
}

/** By person, host and reason. */
export function Filter({ wanted, onChange }: FilterProps) {
  const text = useText();
  return (
    <div className="inbox-search" role="search">
      {NAMES.map((name) => (
        <TextField
          key={name}
          label={text(`filter.${name}`)}
          value={wanted[name]}
          onChange={(value) => onChange({ ...wanted, [name]: value })}
        />
      ))}
    </div>
  );
}

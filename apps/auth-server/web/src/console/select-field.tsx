import { useId } from 'react';

export interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Values with what people read. */
  readonly options: readonly (readonly [string, string])[];
}

/** One of a few: the browser's own, which every device has a good one of. */
export function SelectField({ label, value, onChange, options }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="sx-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="sx-input"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  );
}

import { useId } from 'react';

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few, by the browser's own list. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, onChange } = props;
  const id = useId();
  return (
    <div className="sx-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="sx-input"
        value={value}
        onChange={(event) => {
          const chosen = options.find((one) => one.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </div>
  );
}

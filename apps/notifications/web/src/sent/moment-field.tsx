import { useId } from 'react';

export interface MomentFieldProps {
  readonly label: string;
  /** `2026-11-30T07:45`, by the clock of the reader; empty while it is not whole. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A day and a time, by the browser's own calendar. */
export function MomentField({ label, value, onChange }: MomentFieldProps) {
  const id = useId();
  return (
    <div className="sx-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        className="sx-input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

import { Label } from 'react-aria-components/Label';
import { ProgressBar } from 'react-aria-components/ProgressBar';

export interface ProgressProps {
  readonly label: string;
  /** Between 0 and 1; absent while nobody knows. */
  readonly value?: number | undefined;
}

/** How far work is. */
export function Progress({ label, value }: ProgressProps) {
  return (
    <ProgressBar
      className="sx-progress"
      {...(value === undefined ? { isIndeterminate: true } : { value, maxValue: 1 })}
    >
      <Label>{label}</Label>
      <svg className="sx-progress-track" viewBox="0 0 100 4" preserveAspectRatio="none">
        <rect
          className={value === undefined ? 'sx-progress-unknown' : 'sx-progress-bar'}
          width={value === undefined ? 30 : 100 * Math.min(1, Math.max(0, value))}
          height="4"
        />
      </svg>
    </ProgressBar>
  );
}

import { useLanguage } from '../text/language.js';

export interface MomentProps {
  /** ISO 8601; absent for what has not happened. */
  readonly at: string | null | undefined;
}

/** A moment as the reader writes it, to the minute in the reader's zone; the exact one shows when somebody points at it. */
export function Moment({ at }: MomentProps) {
  const { locale } = useLanguage();
  if (at === null || at === undefined) return <>–</>;
  const when = new Date(at);
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <time dateTime={at} title={when.toISOString()}>
      {shown.format(when)}
    </time>
  );
}

import { Label } from 'react-aria-components/Label';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';

export interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Of what is written, for spelling and voices; that of the page if absent. */
  readonly lang?: string | undefined;
  readonly rows?: number;
  readonly placeholder?: string;
}

/** Many lines of text. */
export function TextArea({ label, lang, rows = 8, placeholder, ...rest }: TextAreaProps) {
  return (
    <AriaTextField {...rest} className="sx-field">
      <Label>{label}</Label>
      <AriaTextArea
        className="sx-input sx-text-area"
        rows={rows}
        dir="auto"
        {...(lang === undefined ? {} : { lang })}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </AriaTextField>
  );
}

import type { ReactNode } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { SwitchButton, SwitchField } from 'react-aria-components/Switch';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { Group } from 'react-aria-components/Group';
import { Button } from 'react-aria-components/Button';
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password';
  readonly placeholder?: string;
}

export function TextField({ label, placeholder, ...rest }: TextFieldProps) {
  return (
    <AriaTextField {...rest} className="sx-field" autoComplete="off">
      <Label>{label}</Label>
      <Input
        className="sx-input"
        spellCheck={false}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </AriaTextField>
  );
}

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Called when the field is left or stepped, not for every key. */
  readonly onChange: (value: number) => void;
}

export function NumberField({ label, min, max, ...rest }: NumberFieldProps) {
  return (
    <AriaNumberField {...rest} minValue={min} maxValue={max} className="sx-field">
      <Label>{label}</Label>
      <Group className="sx-number">
        <Input className="sx-input" />
        <Button slot="decrement" className="sx-button sx-button-plain">
          −
        </Button>
        <Button slot="increment" className="sx-button sx-button-plain">
          +
        </Button>
      </Group>
    </AriaNumberField>
  );
}

export interface SwitchProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

export function Switch({ children, ...rest }: SwitchProps) {
  return (
    <SwitchField {...rest}>
      <SwitchButton className="sx-switch">
        <span className="sx-switch-track" aria-hidden="true">
          <span className="sx-switch-thumb" />
        </span>
        {children}
      </SwitchButton>
    </SwitchField>
  );
}

export interface CodeAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
}

/** For code: nothing in it is corrected. */
export function CodeArea({ label, rows = 12, ...rest }: CodeAreaProps) {
  return (
    <AriaTextField {...rest} className="sx-field" autoComplete="off">
      <Label>{label}</Label>
      <AriaTextArea className="sx-input sx-code-input" spellCheck={false} rows={rows} />
    </AriaTextField>
  );
}

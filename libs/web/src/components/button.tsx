import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  /** `primary` for the one thing that a page is about; `quiet` beside others; `text` looks as the text around it, such as a title that opens. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger' | 'text';
  readonly isDisabled?: boolean;
  /** Keeps the focus, tells assistive technology that it works, and ignores further presses. */
  readonly isPending?: boolean;
  readonly type?: 'button' | 'submit';
  readonly label?: string;
}

export function Button({ kind = 'plain', label, type = 'button', ...rest }: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      type={type}
      className={`sx-button sx-button-${kind}`}
      {...(label === undefined ? {} : { 'aria-label': label })}
    />
  );
}

import type { LucideIcon } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

export interface IconButtonProps {
  readonly icon: LucideIcon;
  /** What it does: shown under the pointer and when it has the focus, and read aloud. */
  readonly label: string;
  readonly onPress?: () => void;
  readonly isDisabled?: boolean;
}

const DELAY_MS = 400;

/** A button without room for words, such as in a row of a list. */
export function IconButton({ icon: Icon, label, ...rest }: IconButtonProps) {
  return (
    <TooltipTrigger delay={DELAY_MS}>
      <AriaButton {...rest} className="sx-icon-button" aria-label={label}>
        <Icon aria-hidden />
      </AriaButton>
      <Tooltip className="sx-tip">{label}</Tooltip>
    </TooltipTrigger>
  );
}

import type { ReactNode } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

const DELAY_MS = 200;

/** Words that tell more about themselves under the pointer, and when they have the focus. */
export function Tip({
  about,
  className,
  children,
}: {
  readonly about: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <TooltipTrigger delay={DELAY_MS}>
      <Focusable>
        <span role="button" className={className}>
          {children}
        </span>
      </Focusable>
      <Tooltip className="sx-tip">{about}</Tooltip>
    </TooltipTrigger>
  );
}

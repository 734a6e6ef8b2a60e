import type { LucideIcon } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { IconButton } from './icon-button.js';

/** One of the things that can be done. */
export interface MenuAction {
  readonly id: string;
  readonly title: string;
  readonly onAction: () => void;
}

export interface ActionMenuProps {
  readonly icon: LucideIcon;
  /** What the things have in common. */
  readonly label: string;
  readonly items: readonly MenuAction[];
}

/** Several things that can be done, behind one button. */
export function ActionMenu({ icon, label, items }: ActionMenuProps) {
  return (
    <MenuTrigger>
      <IconButton icon={icon} label={label} />
      <Popover className="sx-popover" placement="bottom end">
        <Menu className="sx-menu" aria-label={label}>
          {items.map(({ id, title, onAction }) => (
            <MenuItem key={id} id={id} className="sx-menu-item" onAction={onAction}>
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

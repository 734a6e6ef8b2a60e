import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Chevron } from './chevron.js';

export interface SelectOption {
  readonly id: string;
  readonly title: string;
}

export interface SelectProps {
  readonly label: string;
  /** The `id` of an option. */
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (id: string) => void;
  readonly isDisabled?: boolean;
}

/** One of many; letters typed go to the option that begins with them. */
export function Select({ label, value, options, onChange, isDisabled = false }: SelectProps) {
  return (
    <AriaSelect
      className="sx-field"
      value={value}
      isDisabled={isDisabled}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <Label>{label}</Label>
      <Button className="sx-button sx-button-plain sx-select">
        <SelectValue className="sx-select-value" /> <Chevron />
      </Button>
      <Popover className="sx-popover sx-select-popover">
        <ListBox className="sx-menu">
          {options.map(({ id, title }) => (
            <ListBoxItem key={id} id={id} textValue={title} className="sx-menu-item">
              {title}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

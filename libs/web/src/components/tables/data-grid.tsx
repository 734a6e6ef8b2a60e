import { ArrowDown, ArrowUp, Check, Minus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';
import {
  Cell,
  Column,
  Row,
  Table,
  TableBody,
  TableHeader,
  type SortDescriptor,
} from 'react-aria-components/Table';
import { useWebText } from '../../strings/index.js';
import type { DataTableProps, TableColumn } from './data-table.js';
import { sortedBy } from './sorted.js';

/** What `DataTable` loads. */
export function DataGrid<Item>(props: DataTableProps<Item>) {
  const { label, items, keyOf, columns, selection } = props;
  const [sort, setSort] = useState<SortDescriptor>();
  const order = columns.find(([heading]) => heading === sort?.column)?.[2];
  const shown = order === undefined ? items : sortedBy(items, order, sort?.direction);
  return (
    <div className="sx-data-place">
      <Table
        className="sx-table sx-data-table"
        aria-label={label}
        {...(sort === undefined ? {} : { sortDescriptor: sort })}
        onSortChange={setSort}
        selectionMode={selection === undefined ? 'none' : 'multiple'}
        selectedKeys={selection?.keys ?? []}
        onSelectionChange={(keys) =>
          selection?.onChange(new Set(keys === 'all' ? items.map(keyOf) : keys))
        }
      >
        <Headings columns={columns} withSelection={selection !== undefined} />
        <TableBody>
          {shown.map((item) => (
            <Row key={keyOf(item)} id={keyOf(item)}>
              {selection === undefined ? null : (
                <Cell className="sx-select-cell">
                  <SelectBox />
                </Cell>
              )}
              {columns.map(([heading, show]) => (
                <Cell key={heading} data-heading={heading}>
                  {show(item)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

interface HeadingsProps<Item> {
  readonly columns: readonly TableColumn<Item>[];
  readonly withSelection: boolean;
}

function Headings<Item>({ columns, withSelection }: HeadingsProps<Item>) {
  return (
    <TableHeader>
      {withSelection ? (
        <Column className="sx-select-cell">
          <SelectBox />
        </Column>
      ) : null}
      {columns.map(([heading, , order], at) => (
        <Column
          key={heading}
          id={heading}
          isRowHeader={at === 0}
          allowsSorting={order !== undefined}
        >
          {({ sortDirection }) => (
            <span className="sx-heading">
              {heading}
              <SortMark direction={sortDirection} />
            </span>
          )}
        </Column>
      ))}
    </TableHeader>
  );
}

function SortMark({ direction }: { readonly direction: SortDescriptor['direction'] | undefined }) {
  if (direction === undefined) return null;
  return direction === 'ascending' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />;
}

/** Chooses a row, or in the heading all. */
function SelectBox(): ReactNode {
  const text = useWebText();
  return (
    <CheckboxField slot="selection" aria-label={text('table.choose')}>
      <CheckboxButton className="sx-checkbox">
        {({ isIndeterminate, isSelected }) => (
          <span className="sx-checkbox-box" aria-hidden="true">
            {isIndeterminate ? <Minus /> : isSelected ? <Check /> : null}
          </span>
        )}
      </CheckboxButton>
    </CheckboxField>
  );
}

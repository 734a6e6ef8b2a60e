import type { ReactNode } from 'react';
import { EmptyState } from './states.js';

export interface DataTableProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  /** Headings, each with what its cells show. */
  readonly columns: readonly (readonly [string, (item: Item) => ReactNode])[];
  /** What is said when there is nothing. */
  readonly none?: string;
}

/** Rows with the same columns; on a phone each row is a card, whose cells have their headings beside them. */
export function DataTable<Item>({ items, keyOf, columns, none = '–' }: DataTableProps<Item>) {
  if (items.length === 0) return <EmptyState title={none} />;
  // Browsers take what is laid out otherwise for no table, unless they are told.
  return (
    <table className="sx-table sx-data-table" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(([heading]) => (
            <th key={heading} role="columnheader">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item) => (
          <tr key={keyOf(item)} role="row">
            {columns.map(([heading, show]) => (
              <td key={heading} role="cell" data-heading={heading}>
                {show(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

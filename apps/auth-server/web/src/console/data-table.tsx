import { EmptyState } from '@sextant/web';
import type { ReactNode } from 'react';

export interface DataTableProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  /** Headings, each with what its cells show. */
  readonly columns: readonly (readonly [string, (item: Item) => ReactNode])[];
  /** What is said when there is nothing. */
  readonly none?: string;
}

/** Rows with the same columns. */
export function DataTable<Item>({ items, keyOf, columns, none = '–' }: DataTableProps<Item>) {
  if (items.length === 0) return <EmptyState title={none} />;
  return (
    <table className="console-table">
      <thead>
        <tr>
          {columns.map(([heading]) => (
            <th key={heading}>{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            {columns.map(([heading, show]) => (
              <td key={heading}>{show(item)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A moment, to the minute, of UTC. */
export const timeOf = (moment: string | null): string =>
  moment?.slice(0, 16).replace('T', ' ') ?? '–';

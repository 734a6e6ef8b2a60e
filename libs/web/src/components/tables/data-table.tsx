import type { ComponentType, ReactNode } from 'react';
import { part } from '../../views/part.js';
import type { SortValue } from './sorted.js';
import { EmptyState } from '../states.js';

/** A heading, what its cells show, and what its rows can be sorted by: of lists that are whole alone. */
export type TableColumn<Item> = readonly [
  heading: string,
  show: (item: Item) => ReactNode,
  order?: (item: Item) => SortValue,
];

export interface DataTableProps<Item> {
  /** What the rows are. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  readonly columns: readonly TableColumn<Item>[];
  /** What is said when there is nothing. */
  readonly none?: string;
  /** Rows can be chosen. */
  readonly selection?: {
    readonly keys: ReadonlySet<string | number>;
    readonly onChange: (keys: ReadonlySet<string | number>) => void;
  };
}

const Grid = part(async () => (await import('./data-grid.js')).DataGrid);

/**
 * Rows with the same columns, which arrow keys go through, and which can be sorted and chosen where that is said; where there is little room
 * each row is a card, whose cells have their headings beside them.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { items, none = '–' } = props;
  if (items.length === 0) return <EmptyState title={none} />;
  // What is loaded later has lost the type of its items, which are those of its callbacks.
  const Shown = Grid as unknown as ComponentType<DataTableProps<Item>>;
  return <Shown {...props} />;
}

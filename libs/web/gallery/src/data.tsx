import { BarChart, DataTable, Moment, MoreList, StatusBadge } from '../../src/index.js';
import { useState } from 'react';

interface Row {
  readonly name: string;
  readonly mail: string;
  readonly at: string | null;
}

const ROWS: readonly Row[] = [
  { name: 'ada', mail: 'ada.lovelace@analytical-engines.example.org', at: '2026-01-02T03:04:05Z' },
  { name: 'grace', mail: 'grace@example.org', at: '2026-02-03T04:05:06Z' },
  { name: 'alan', mail: 'alan@example.org', at: null },
];

export const Tables = () => {
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set(['grace']));
  return (
    <DataTable
      label="People"
      selection={{ keys, onChange: setKeys }}
      items={ROWS}
      keyOf={({ name }) => name}
      columns={[
        ['User name', ({ name }) => name, ({ name }) => name],
        ['E-mail', ({ mail }) => mail],
        ['Last sign-in', ({ at }) => <Moment at={at} />],
        ['State', () => <StatusBadge tone="good">Active</StatusBadge>],
      ]}
    />
  );
};

export const Lists = () => (
  <MoreList
    label="Names"
    items={ROWS}
    keyOf={({ name }) => name}
    render={({ name }) => <span>{name}</span>}
    onMore={() => undefined}
  />
);

export const Charts = () => (
  <>
    <BarChart
      title="Characters"
      bars={[12, 40, 7, 0, 25].map((value, index) => ({ name: `Day ${index + 1}`, value }))}
    />
    <BarChart
      title="Sign-ins"
      summary="Of 40 sign-ins 6 failed."
      kinds={['succeeded', 'failed']}
      bars={[12, 20, 2].map((value, index) => ({
        name: `Day ${index + 1}`,
        value,
        more: index * 3,
      }))}
    />
  </>
);

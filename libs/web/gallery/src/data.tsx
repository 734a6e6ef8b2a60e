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

const numbers = new Intl.NumberFormat('en');
const ARABIC = new Intl.DateTimeFormat('ar', { weekday: 'long' });
/** Titles, names and values of bars: none, one, many; small and large; in a script from right to left; twice the same name. */
const EXTREMES: readonly (readonly [string, (at: number) => string, readonly number[]])[] = [
  ['No day', String, []],
  ['Nothing was used', (at) => `Day ${at + 1}`, [0, 0, 0, 0, 0, 0, 0]],
  ['One day', () => 'Monday', [1]],
  [
    'A year',
    (at) => new Date(at * 86_400_000).toISOString().slice(0, 10),
    Array.from({ length: 366 }, (_none, at) => (at * 7919) % 1000),
  ],
  ['Large numbers', (at) => `Day ${at + 1}`, [1e15, 3, 7e14]],
  [
    'Arabic',
    (at) => ARABIC.format(new Date(at * 86_400_000)),
    Array.from({ length: 7 }, (_none, at) => at),
  ],
  ['The hour that comes twice', (at) => `0${Math.ceil(at / 2)}:00`, [1, 2, 3, 4]],
];

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
    {EXTREMES.map(([title, nameOf, values]) => (
      <BarChart
        key={title}
        title={title}
        format={(value) => numbers.format(value)}
        bars={values.map((value, at) => ({ name: nameOf(at), value }))}
      />
    ))}
  </>
);

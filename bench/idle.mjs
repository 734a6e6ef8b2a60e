/**
 * What each service takes while nobody asks it: memory, and the processor's time until it is ready; beside an earlier build
 * where one is named. Takes 20 s for each start. Options: --before FOLDER (a checkout that is built), --starts N (3).
 */
import { parseArgs } from 'node:util';
import { idleFigures } from './lib/idle/idle-figures.mjs';
import { median } from './lib/median.mjs';
import { machine, round, save, table } from './lib/report.mjs';
import { ROOT } from './lib/servers.mjs';

const { values } = parseArgs({
  options: { before: { type: 'string' }, starts: { type: 'string', default: '3' } },
});
const SERVICES = ['translate', 'auth', 'notifications', 'speech', 'ipt', 'relay'];
const KEYS = ['MiB', 'MiB with children', 'processor ms to ready', 'ms to ready'];

const sides = [{ side: 'now', root: ROOT }];
if (values.before !== undefined) sides.push({ side: 'before', root: values.before });
const starts = [];
for (let count = 0; count < Number(values.starts); count += 1) {
  for (const name of SERVICES) {
    for (const { side, root } of sides) {
      const figures = await idleFigures(name, root);
      starts.push({ service: name, side, ...figures });
      const told = KEYS.map((key) => `${key} ${round(figures[key])}`).join(', ');
      console.log(`${name}, ${side}: ${told}`);
    }
  }
}
const services = SERVICES.map((service) => ({ service, ...medians(service) }));
const all = Object.fromEntries(
  Object.keys(services[0])
    .slice(1)
    .map((key) => [key, services.reduce((sum, row) => sum + row[key], 0)]),
);
const rows = [...services, { service: 'all six', ...all }];
table(rows);
save('idle', { machine: machine(), starts: Number(values.starts), rows });

function medians(service) {
  const entries = sides.flatMap(({ side }) =>
    KEYS.map((key) => {
      const own = starts.filter((one) => one.service === service && one.side === side);
      return [`${key} ${side}`, round(median(own.map((one) => one[key])))];
    }),
  );
  return Object.fromEntries(entries);
}

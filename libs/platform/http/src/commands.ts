import { helpText, type Schema } from '@sextant/platform-runtime/config';

/** What of a service is asked for by words and not by settings. */
interface Commanded {
  readonly name: string;
  readonly commands?: Readonly<Record<string, string>>;
  readonly migrate?: unknown;
}

/** @returns what `--help` prints, where it is asked for */
export function helpFor(
  definition: Commanded & { readonly settings: Schema },
  argv: readonly string[],
): string | undefined {
  if (!argv.includes('--help') && !argv.includes('-h')) return undefined;
  if (argv[0] === 'migrate' && definition.migrate !== undefined) return MIGRATE_HELP;
  return `${helpText(usageOf(definition), definition.settings)}\n`;
}

/** Of every service that has migrations. */
const MIGRATE_HELP = `Usage: main.js migrate

Brings the database up to date and ends: 0, 1 when a migration failed, 2 for a bad setting. Replicas may run meanwhile.

  DATABASE_URL, or another store's address as for the service; LOG_LEVEL; nothing else is read.
`;

/** @returns what is wrong with the first word, when it is one that nobody knows */
export function unknownCommand(
  { migrate, commands = {} }: Pick<Commanded, 'migrate' | 'commands'>,
  [word = '-']: readonly string[],
): string | undefined {
  if (word.startsWith('-')) return undefined;
  const known = [...(migrate === undefined ? [] : ['migrate']), ...Object.keys(commands)];
  return `There is no command ${word}. Commands: ${known.join(', ') || 'none'}; options alone run the service.`;
}

function usageOf({ name, migrate, commands = {} }: Commanded): string {
  const migrating = migrate === undefined ? {} : { migrate: 'brings the database up to date' };
  const all = Object.entries({ ...migrating, ...commands });
  if (all.length === 0) return `Usage: main.js [options]\n\nRuns ${name}.`;
  const width = Math.max(...all.map(([command]) => command.length));
  const lines = all.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`);
  return [
    `Usage: main.js [options]\n       main.js COMMAND --help\n`,
    `Runs ${name}. With a command it does only that, and ends:`,
    ...lines,
  ].join('\n');
}

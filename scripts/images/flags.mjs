import { readCommandLine } from '../lib/command-line.mjs';
import { services as known, StartError } from '../lib/project.mjs';

export const HELP = `Usage: npm run images [-- --only relay,translate] [--no-prove] [--keep]

Builds the services' images one by one, starts each as its manifest has it (user 1000,
read-only root), waits until it is ready, sends the README's first request, stops it
by SIGTERM within the grace period, and says how large it is.

With Docker where its daemon answers (built only: --no-prove), else with buildah, as
root on Debian: apt-get install buildah debootstrap. That takes about a quarter of an
hour and 10 GB of disk.

  --only      services, with commas
  --no-prove  build only
  --keep      leave the images in the store (else each is removed once it is proven)`;

/**
 * @param {string[]} args
 * @returns {{ services: string[], isProven: boolean, isKept: boolean, isHelp: boolean }}
 * @throws {StartError} on what it does not know
 */
export function readFlags(args) {
  const { values } = readCommandLine('npm run images', {
    args,
    options: {
      help: { type: 'boolean', short: 'h' },
      only: { type: 'string' },
      'no-prove': { type: 'boolean' },
      keep: { type: 'boolean' },
    },
  });
  const names = known.map(({ name }) => name);
  const services = values.only === undefined ? names : values.only.split(',');
  const strange = services.find((name) => !names.includes(name));
  if (strange !== undefined) {
    throw new StartError(
      `--only: there is no service "${strange}". There are ${names.join(', ')}.`,
    );
  }
  const isProven = values['no-prove'] !== true;
  return {
    services,
    isProven,
    isKept: values.keep === true || !isProven,
    isHelp: values.help === true,
  };
}

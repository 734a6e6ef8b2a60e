import 'reflect-metadata';
import { CommandLineModule } from './app.module.js';
import { runCommandLine } from './cli/command-line.js';
import { SETTINGS, settings } from './config.js';

const commandLine = {
  ...{ name: 'auth-server', settings, settingsClasses: SETTINGS },
  module: () => ({ module: CommandLineModule }),
};

export const runCli = (argv: readonly string[]): Promise<number> =>
  runCommandLine(commandLine, argv);

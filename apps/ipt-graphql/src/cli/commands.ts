type Run = (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>;

interface Command {
  /** In a few words, for `--help`. */
  readonly does: string;
  /** Its code is read when it is asked for. */
  readonly load: () => Promise<Run>;
}

/** What `main.js` can be told to do beside serving. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  keys: {
    does: 'makes, lists and revokes keys of tenants',
    load: async () => (await import('./keys-command.js')).keysCommand,
  },
  symbols: {
    does: 'lists and releases symbols of all tenants',
    load: async () => (await import('./symbols-command.js')).symbolsCommand,
  },
  signatures: {
    does: 'lists what the signing keys have authorized',
    load: async () => (await import('./signatures-command.js')).signaturesCommand,
  },
  events: {
    does: "lists what the index could not take of strangers' events",
    load: async () => (await import('./events-command.js')).eventsCommand,
  },
  copies: {
    does: 'lists copies of documents that are not in order',
    load: async () => (await import('./copies-command.js')).copiesCommand,
  },
  deploy: {
    does: 'deploys the contracts to a chain for development',
    load: async () => (await import('./deploy-command.js')).deployCommand,
  },
};

/** The lines of `--help`. */
export const COMMAND_TEXTS = Object.fromEntries(
  Object.entries(COMMANDS).map(([name, { does }]) => [name, does]),
);

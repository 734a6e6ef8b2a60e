import { WorkLoop, type WorkLoopOptions } from './work-loop.js';

export interface RoundsOptions extends Omit<
  WorkLoopOptions<never>,
  'claim' | 'perform' | 'atOnce' | 'idOf' | 'stopMs'
> {
  /** Takes some work and does it. @returns whether there may be more at once */
  readonly round: () => Promise<boolean>;
}

/** A loop whose work is claimed and done in one step, as by one statement. Its `stop` waits for the round that is under way. */
export class Rounds extends WorkLoop<undefined> {
  constructor({ round, ...options }: RoundsOptions) {
    super({
      ...options,
      claim: async () => ((await round()) ? [undefined] : []),
      perform: () => Promise.resolve(),
    });
  }
}

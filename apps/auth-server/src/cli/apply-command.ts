import type { Actor } from '../audit/actor.js';
import { readDeclaration } from '../declarations/declaration-file.dto.js';
import type { Difference } from '../declarations/declaration.js';
import type { Declarations, Step } from '../declarations/declarations.js';
import { readTextFile } from './read-text-file.js';

const LARGEST_BYTES = 16 * 1024 * 1024;
/** Of a plan that is not empty: for a pipeline that looks for drift. */
const DIFFERENCES = 3;

export interface ApplyRequest {
  readonly file: string;
  /** Only says what would be done. */
  readonly isPlan: boolean;
  /** Whether what an earlier file has made and this one lacks is removed. */
  readonly prunes: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Makes clients, scopes, groups and upstreams what a file says.
 *
 * @returns the plan, and what became of it; the code is 3 for a plan with differences
 * @throws {RangeError} for a file that is wrong; then nothing is changed
 * @throws {Problem} for what is refused; the steps before it are done, and a second call goes on
 */
export async function applyFile(
  declarations: Declarations,
  actor: Actor,
  { file, isPlan, prunes, env }: ApplyRequest,
): Promise<{ readonly text: string; readonly code: number }> {
  const declaration = await readDeclaration(await readTextFile(file, LARGEST_BYTES), env);
  const steps = await declarations.plan(declaration, prunes);
  const changes = steps.filter(({ action }) => action !== 'left');
  if (!isPlan) for (const step of steps) await run(step, actor);
  const done = isPlan ? 'To do' : 'Done';
  const counts = (['create', 'change', 'remove'] as const).map(
    (action) => `${changes.filter((one) => one.action === action).length} ${PAST[action]}`,
  );
  const summary = changes.length === 0 ? 'Nothing differs.' : `${done}: ${counts.join(', ')}.`;
  const code = isPlan && changes.length > 0 ? DIFFERENCES : 0;
  return { text: [...steps.map(lineOf), summary].join('\n'), code };
}

const PAST = { create: 'created', change: 'changed', remove: 'removed' } as const;
const SIGNS = { create: '+', change: '~', remove: '-', left: '?' } as const;

function lineOf({ kind, name, action, members }: Difference): string {
  const about = {
    create: '',
    change: `: ${members.join(', ')}`,
    remove: ' (not in the file)',
    left: ' (not in the file; --prune removes what a file has made)',
  };
  return `${SIGNS[action]} ${kind} ${name}${about[action]}`;
}

/** @throws {Error} that says which step it was */
async function run(step: Step, actor: Actor): Promise<void> {
  try {
    await step.run(actor);
  } catch (error) {
    if (error instanceof Error) error.message = `${step.kind} ${step.name}: ${error.message}`;
    throw error;
  }
}

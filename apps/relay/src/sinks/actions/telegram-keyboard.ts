import { ACTION_LABELS, isActionKind, type ActionKind } from './action.js';

/** "callback_data: 1-64 bytes". */
export const keyboardOf = (token: string, kinds: readonly ActionKind[]): object => ({
  inline_keyboard: [
    kinds.filter((kind) => kind === 'ack' || kind === 'resolve'),
    kinds.filter((kind) => kind.startsWith('silence')),
    kinds.filter((kind) => kind === 'graph'),
  ]
    .filter((row) => row.length > 0)
    .map((row) =>
      row.map((kind) => ({ text: ACTION_LABELS[kind], callback_data: `${kind} ${token}` })),
    ),
});

/** What a button said; nothing for one that is not ours. */
export function pressed(data: string): { kind: ActionKind; token: string } | undefined {
  const [kind = '', token = ''] = data.split(' ');
  return isActionKind(kind) && /^[0-9a-f]{16}$/.test(token) ? { kind, token } : undefined;
}

import { useState } from 'react';
import type { Turn } from './dialogue.js';

/** The turns that are being written. @param voices of the first ones */
export function useTurns(voices: readonly string[]) {
  const [turns, setTurns] = useState<readonly Turn[]>(() =>
    voices.map((voice, key) => ({ key, voice, input: '' })),
  );
  return {
    turns,
    add: () => setTurns(withAnother),
    change: (key: number, changes: Partial<Turn>) =>
      setTurns((all) => all.map((turn) => (turn.key === key ? { ...turn, ...changes } : turn))),
    move: (at: number, by: 1 | -1) => setTurns((all) => moved(all, at, at + by)),
    remove: (key: number) => setTurns((all) => all.filter((turn) => turn.key !== key)),
  };
}

/** Speakers take turns: the voice before the last one goes on. */
function withAnother(turns: readonly Turn[]): readonly Turn[] {
  const key = 1 + Math.max(...turns.map((turn) => turn.key));
  const voice = (turns.at(-2) ?? turns.at(-1))?.voice ?? '';
  return [...turns, { key, voice, input: '' }];
}

function moved(turns: readonly Turn[], from: number, to: number): readonly Turn[] {
  const turn = turns[from];
  return turn === undefined ? turns : turns.toSpliced(from, 1).toSpliced(to, 0, turn);
}

import { useState } from 'react';
import type { Translation } from './translation.js';
import type { useTranslation } from './use-translation.js';

type State = ReturnType<typeof useTranslation>;

/** A translation with what people have chosen in it; another one has nothing of that. */
export function useWording(state: State): {
  readonly state: State;
  readonly change: (translation: Translation) => void;
} {
  const [chosen, setChosen] = useState<{ readonly of: Translation; readonly now: Translation }>();
  const whole = state.kind === 'whole' ? state.translation : undefined;
  const isOfThis = whole !== undefined && chosen?.of === whole;
  return {
    state: state.kind === 'whole' && isOfThis ? { ...state, translation: chosen.now } : state,
    change: (now) => {
      if (whole !== undefined) setChosen({ of: whole, now });
    },
  };
}

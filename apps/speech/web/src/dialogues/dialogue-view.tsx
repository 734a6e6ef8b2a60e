import { Button, saveFile } from '@sextant/web';
import { useMemo } from 'react';
import { PlayerBar } from '../playback/player-bar.js';
import { usePlayback } from '../playback/use-playback.js';
import { Words } from '../playback/words.js';
import { useText } from '../strings/index.js';
import type { Voice } from '../voices/voices.js';
import type { SpokenDialogue } from './use-dialogue.js';

export interface DialogueViewProps {
  readonly spoken: SpokenDialogue;
  readonly voices: readonly Voice[];
  readonly onEdit: () => void;
}

/** A dialogue as it is heard: the word that is spoken is lit in its turn. */
export function DialogueView({ spoken, voices, onEdit }: DialogueViewProps) {
  const text = useText();
  const { turns, marks, player, audio, captions } = spoken;
  const heard = usePlayback(player, marks);
  const lit = marks[heard.lit];
  const ofTurns = useMemo(
    () => turns.map((_turn, at) => marks.filter(({ turn }) => turn === at)),
    [turns, marks],
  );
  const nameOf = (id: string) => voices.find((voice) => voice.id === id)?.display_name ?? id;
  return (
    <>
      <ol className="st-turns">
        {turns.map(({ key, voice, input }, at) => (
          <li key={key}>
            <h2>{nameOf(voice)}</h2>
            <Words
              input={input}
              marks={ofTurns[at] ?? []}
              lit={lit === undefined ? -1 : (ofTurns[at]?.indexOf(lit) ?? -1)}
              onWord={heard.playFrom}
              label={text('turn', { number: at + 1 })}
            />
          </li>
        ))}
      </ol>
      <PlayerBar {...heard} />
      <div className="st-fields">
        <Button onPress={onEdit}>{text('speak.edit')}</Button>
        <Button onPress={() => saveFile(audio, 'dialogue.mp3')}>{text('export.audio')}</Button>
        <Button
          onPress={() => saveFile(new Blob([captions], { type: 'text/vtt' }), 'dialogue.vtt')}
        >
          {text('export.vtt')}
        </Button>
      </div>
    </>
  );
}

import { Button, ErrorState, Progress } from '@sextant/web';
import { PlayerBar } from '../playback/player-bar.js';
import { usePlayback } from '../playback/use-playback.js';
import { Words } from '../playback/words.js';
import { useText } from '../strings/index.js';
import { Exports } from './exports.js';
import type { Listened } from './use-transcript.js';

export interface TranscriptViewProps {
  readonly listened: Listened;
  readonly onClose: () => void;
}

/** A recording with its words, lit as they are heard. */
export function TranscriptView({ listened, onClose }: TranscriptViewProps) {
  const text = useText();
  const { name, player, sent, transcript, error } = listened;
  const heard = usePlayback(player, transcript.units);
  const { text: input, units: marks, isWhole } = transcript;
  return (
    <>
      <div className="st-bar">
        <Button kind="quiet" onPress={onClose}>
          {text('transcript.another')}
        </Button>
      </div>
      <h2 className="st-name">{name}</h2>
      {isWhole || error !== undefined ? null : (
        <TranscriptProgress {...{ sent, transcript }} durationMs={heard.durationMs} />
      )}
      {error === undefined ? null : <ErrorState error={error} />}
      {isWhole && input === '' ? <p>{text('transcript.none')}</p> : null}
      {input === '' ? null : (
        <Words
          {...{ input, marks }}
          lit={heard.lit}
          onWord={heard.playFrom}
          label={text('transcript')}
        />
      )}
      <PlayerBar {...heard} />
      {isWhole && input !== '' ? (
        <Exports name={name.replace(/\.[^.]+$/, '')} transcript={transcript} />
      ) : null}
    </>
  );
}

function TranscriptProgress({
  sent,
  transcript: { heardMs },
  durationMs,
}: Pick<Listened, 'sent' | 'transcript'> & { readonly durationMs: number }) {
  const text = useText();
  if (sent < 1) return <Progress label={text('upload.progress')} value={sent} />;
  const share = durationMs > 0 && heardMs > 0 ? heardMs / durationMs : undefined;
  return <Progress label={text('transcript.progress')} value={share} />;
}

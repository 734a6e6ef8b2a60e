import { Button, Select } from '@sextant/web';
import { Pause, Play } from '@sextant/web/icons';
import { useText } from '../strings/index.js';
import { clockTime } from './clock-time.js';
import type { PlaybackControls } from './use-playback.js';

const SPEEDS = ['0.75', '1', '1.25', '1.5', '2'];
const SEEK_STEP_MS = 100;

/** Plays and pauses, goes to any place, tells where one is, and speaks faster or slower. */
export function PlayerBar(controls: PlaybackControls) {
  const { isPlaying, positionMs, durationMs, toggle, seek, speed, setSpeed } = controls;
  const text = useText();
  const [at, of] = [clockTime(positionMs), clockTime(durationMs)];
  const Icon = isPlaying ? Pause : Play;
  return (
    <div className="st-player" role="group" aria-label={text('player')}>
      <Button kind="primary" onPress={toggle}>
        <Icon className="st-icon" aria-hidden="true" />
        {text(isPlaying ? 'pause' : 'play')}
      </Button>
      <input
        className="st-seek"
        type="range"
        aria-label={text('player.position')}
        aria-valuetext={text('player.at', { at, of })}
        min={0}
        max={Math.max(durationMs, positionMs)}
        step={SEEK_STEP_MS}
        value={positionMs}
        onChange={({ target }) => seek(target.valueAsNumber)}
      />
      <span className="st-time">
        {at} / {of}
      </span>
      <Select
        label={text('player.speed')}
        value={String(speed)}
        options={SPEEDS.map((id) => ({ id, title: `${id}×` }))}
        onChange={(id) => setSpeed(Number(id))}
      />
    </div>
  );
}

import { complain } from '@sextant/web';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Playback, TimedWord } from './playback.js';

/** What is shown of a playback. */
export interface PlaybackState {
  readonly isPlaying: boolean;
  /** Milliseconds, in steps of a tenth of a second. */
  readonly positionMs: number;
  readonly durationMs: number;
  /** Place of the word that is heard; -1 for none. */
  readonly lit: number;
}

const STILL: PlaybackState = { isPlaying: false, positionMs: 0, durationMs: 0, lit: -1 };
const SHOWN_STEP_MS = 100;

export interface PlaybackControls extends PlaybackState {
  readonly toggle: () => void;
  readonly playFrom: (ms: number) => void;
  readonly seek: (ms: number) => void;
  readonly speed: number;
  readonly setSpeed: (speed: number) => void;
}

/**
 * Follows a playback, by its own clock.
 *
 * @param words in the order of their times
 */
export function usePlayback(
  playback: Playback | undefined,
  words: readonly TimedWord[],
): PlaybackControls {
  const [speed, chooseSpeed] = useState(1);
  const state = useFollowed(playback, words);
  useEffect(() => playback?.setSpeed(speed), [playback, speed]);
  const playFrom = useCallback(
    (ms?: number) => void playback?.play(ms).catch(complain),
    [playback],
  );
  const toggle = () => {
    if (playback?.isPlaying === true) playback.pause();
    else playFrom(isOver(playback) ? 0 : undefined);
  };
  const seek = useCallback((ms: number) => playback?.seek(ms), [playback]);
  return { ...state, toggle, playFrom, seek, speed, setSpeed: chooseSpeed };
}

/** Of what has an end. */
const isOver = (playback: Playback | undefined): boolean =>
  playback !== undefined &&
  playback.isWhole &&
  playback.durationMs > 0 &&
  playback.positionMs >= playback.durationMs;

function useFollowed(playback: Playback | undefined, words: readonly TimedWord[]): PlaybackState {
  const [state, setState] = useState(STILL);
  const latest = useRef(words);
  useEffect(() => {
    latest.current = words;
  }, [words]);
  useEffect(() => {
    if (playback === undefined) return undefined;
    const look = () => {
      if (isOver(playback)) playback.pause();
      const next = stateOf(playback, latest.current);
      setState((before) => (isSame(before, next) ? before : next));
      frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [playback]);
  return playback === undefined ? STILL : state;
}

function stateOf(playback: Playback, words: readonly TimedWord[]): PlaybackState {
  const { isPlaying, positionMs, durationMs } = playback;
  const isLit = positionMs > 0 && !isOver(playback);
  return {
    isPlaying,
    positionMs: Math.floor(positionMs / SHOWN_STEP_MS) * SHOWN_STEP_MS,
    durationMs,
    lit: isLit ? words.findLastIndex(({ start_time: start }) => start <= positionMs) : -1,
  };
}

const isSame = (one: PlaybackState, other: PlaybackState): boolean =>
  one.isPlaying === other.isPlaying &&
  one.positionMs === other.positionMs &&
  one.durationMs === other.durationMs &&
  one.lit === other.lit;

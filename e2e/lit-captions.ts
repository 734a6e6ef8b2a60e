import type { Page } from 'playwright-core';

/** Words that were heard are of this colour, which nothing else is. */
const PAST = 'rgb(255, 0, 0)';
const [WIDTH, HEIGHT] = [900, 300];

/** A recording with its captions, played as a page plays them. */
export interface Captioned {
  /** WAV. */
  readonly audio: Uint8Array;
  /** WebVTT. */
  readonly captions: string;
}

/** Puts a player into an empty page, paused at its beginning, with its captions shown. */
export async function openPlayer(page: Page, { audio, captions }: Captioned): Promise<void> {
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  await page.setContent(`<style>
    body { margin: 0; background: black }
    video { width: ${WIDTH}px; height: ${HEIGHT}px }
    video::cue { color: white; background: black }
    video::cue(:past) { color: ${PAST} }
  </style><video preload="auto"></video>`);
  const sound = JSON.stringify(Buffer.from(audio).toString('base64'));
  await page.evaluate(`(async () => {
    const video = document.querySelector('video');
    const bytes = Uint8Array.from(atob(${sound}), (character) => character.charCodeAt(0));
    const track = document.createElement('track');
    track.kind = 'captions';
    track.src = URL.createObjectURL(new Blob([${JSON.stringify(captions)}], { type: 'text/vtt' }));
    video.append(track);
    track.track.mode = 'showing';
    await new Promise((resolve) => track.addEventListener('load', resolve));
    const ready = new Promise((resolve) => video.addEventListener('canplaythrough', resolve));
    video.src = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
    await ready;
  })()`);
}

/** Goes to a moment, and counts what is of the colour of words that were heard. */
export async function litPixelsAt(page: Page, seconds: number): Promise<number> {
  await page.evaluate(`(async () => {
    const video = document.querySelector('video');
    const there = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    video.currentTime = ${seconds};
    await there;
    // What is shown is of the next frame but one.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  })()`);
  const shown = (await page.screenshot()).toString('base64');
  return page.evaluate<number>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${shown}';
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let lit = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] > 150 && data[at + 1] < 60 && data[at + 2] < 60) lit += 1;
    }
    return lit;
  })()`);
}

/** How often the level is told. */
const LEVEL_MS = 100;

export interface Recording {
  /** Ends it. @returns what was heard, as the browser writes it */
  readonly stop: () => Promise<Blob>;
}

/**
 * Records the microphone.
 *
 * @param onLevel how loud it is, between 0 and 1
 * @throws {DOMException} where there is no microphone, or it may not be used
 */
export async function record(onLevel: (level: number) => void): Promise<Recording> {
  // What browsers do for telephones changes a voice.
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  });
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  const endLevels = tellLevels(stream, onLevel);
  recorder.start();
  return {
    stop: async () => {
      recorder.stop();
      await stopped;
      endLevels();
      for (const track of stream.getTracks()) track.stop();
      return new Blob(parts, { type: recorder.mimeType });
    },
  };
}

function tellLevels(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onLevel(Math.min(1, Math.max(...samples.map(Math.abs))));
  }, LEVEL_MS);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}

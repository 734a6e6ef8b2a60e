import { askReadiness } from './readiness.mjs';
import { say, seconds } from '../lib/progress.mjs';
import { STEADY_MS } from './keep-running.mjs';

/** How long a service may say "not ready" before the terminal shows it. */
export const PATIENCE_MS = 30_000;
const POLL_MS = 2000;
/** One that is ready is asked less often: each question is a line in its log. */
const READY_POLL_MS = 10_000;

/**
 * Shows in the terminal which service has not been ready for long, and when it is ready again.
 *
 * @param {{ name: string, url: string, isReady: boolean, isSteady(): void }[]} services `isReady`: as the
 *   start table has shown it; `isSteady` is called when one has been ready for a while
 * @param {AbortSignal} signal ends it
 */
export function watchReadiness(services, signal) {
  const watches = services.map((service) => new ReadinessWatch(service));
  const timer = setInterval(() => {
    for (const watch of watches) void watch.look();
  }, POLL_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** One service. Time comes from outside. */
export class ReadinessWatch {
  #service;
  #tell;
  #isLooking = false;
  #isReady;
  /** One that has only loaded is not ready again. */
  #wasReady;
  #lookedMs = -Infinity;
  #isTold;
  #downSinceMs;
  #readySinceMs;

  constructor({ name, url, isReady, isSteady }, tell = say) {
    this.#service = { name, url, isSteady };
    this.#tell = tell;
    this.#isTold = !isReady;
    this.#isReady = isReady;
    this.#wasReady = isReady;
  }

  async look(nowMs = () => performance.now()) {
    const isDue = nowMs() - this.#lookedMs >= (this.#isReady ? READY_POLL_MS : POLL_MS);
    if (this.#isLooking || !isDue) return;
    this.#lookedMs = nowMs();
    this.#isLooking = true;
    const state = await askReadiness(this.#service.url);
    this.#isLooking = false;
    this.observe(state, nowMs());
  }

  /** @param {{ isReady: boolean, text: string } | undefined} state undefined: it does not answer */
  observe(state, nowMs) {
    this.#isReady = state?.isReady === true;
    if (this.#isReady) this.#up(nowMs);
    else this.#down(state?.text ?? 'no answer', nowMs);
  }

  #up(nowMs) {
    const { name, isSteady } = this.#service;
    if (this.#isTold) {
      const after =
        this.#downSinceMs === undefined ? '' : ` after ${seconds(nowMs - this.#downSinceMs)}`;
      this.#tell(`${name} is ready${this.#wasReady ? ' again' : ''}${after}.`);
    }
    this.#isTold = false;
    this.#wasReady = true;
    this.#downSinceMs = undefined;
    this.#readySinceMs ??= nowMs;
    if (nowMs - this.#readySinceMs >= STEADY_MS) isSteady();
  }

  #down(text, nowMs) {
    this.#readySinceMs = undefined;
    this.#downSinceMs ??= nowMs;
    if (this.#isTold || nowMs - this.#downSinceMs < PATIENCE_MS) return;

    this.#isTold = true;
    this.#tell(`${this.#service.name} has not been ready for ${PATIENCE_MS / 1000} s: ${text}`);
  }
}

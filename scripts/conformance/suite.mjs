import { say, sleep } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';

const POLL_MS = 250;
/** The slowest modules wait for a code or a request to expire. */
const MODULE_MS = 20 * 60_000;
/** It waits to be started, after the rotation. */
const ROTATION = 'oidcc-server-rotate-keys';
/** The suite's browser has taken no screenshot for so long: nobody else will. Sooner, the module may be about to do without. */
const IDLE_POLLS = 40;
const OVER = new Set(['FINISHED', 'INTERRUPTED']);
/** A grey dot, for a screenshot that the suite's browser did not take. */
const DOT = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mM0/g8AAPIA5D1Lk6IAAAAASUVORK5CYII=`;

/** The suite's API, without its TLS proxy. */
export class Suite {
  #url;

  constructor(url) {
    this.#url = url;
  }

  async requireRunning() {
    const answer = await this.#send('GET', '/api/runner/running').catch(() => undefined);
    if (answer === undefined) {
      throw new StartError(`No conformance suite at ${this.#url}: see docs/conformance.md.`);
    }
  }

  /** @returns {Promise<string[]>} names of all modules of a plan */
  async modulesOf(plan) {
    const { modules } = await this.#send('GET', `/api/plan/info/${plan}`);
    return modules.map((one) => one.testModule ?? one);
  }

  /**
   * Runs the modules of a plan, one after the other.
   *
   * @returns {Promise<{ module: string, result: string }[]>}
   */
  async runPlan({ name, plan, variant, config, only, rotateKeys }) {
    const query = new URLSearchParams({ planName: plan, variant: JSON.stringify(variant) });
    const { id, modules } = await this.#send('POST', `/api/plan?${query}`, config);
    say(`${name}: ${modules.length} modules, plan-detail.html?plan=${id}`);
    const results = [];
    for (const { testModule, variant: own } of modules) {
      if (!testModule.includes(only)) continue;
      const { result, log, failures } = await this.#runModule(
        id,
        testModule,
        own,
        rotateKeys,
      ).catch((error) => ({ result: 'UNKNOWN', log: '', failures: [error.message] }));
      say(`${result.padEnd(11)} ${name}: ${testModule}  log-detail.html?log=${log}`);
      for (const failure of failures) say(`            ${failure}`);
      results.push({ module: testModule, result });
    }
    return results;
  }

  async #runModule(plan, test, variant, rotateKeys) {
    const query = new URLSearchParams({ plan, test });
    if (variant !== undefined) query.set('variant', JSON.stringify(variant));
    const { id } = await this.#send('POST', `/api/runner?${query}`);
    const waitsForKeys = test === ROTATION;
    const status = await this.#untilOver(id, waitsForKeys ? rotateKeys : undefined);
    const { result } = await this.#send('GET', `/api/info/${id}`);
    return {
      ...{ log: id, result: status === 'INTERRUPTED' ? status : (result ?? 'UNKNOWN') },
      failures: await this.#failures(id),
    };
  }

  async #untilOver(id, rotateKeys) {
    let isStarted = false;
    let idlePolls = 0;
    for (const endMs = Date.now() + MODULE_MS; Date.now() < endMs; await sleep(POLL_MS)) {
      const { status } = await this.#send('GET', `/api/info/${id}`);
      if (OVER.has(status)) return status;
      if (status === 'CONFIGURED' && rotateKeys !== undefined && !isStarted) {
        isStarted = true;
        await rotateKeys();
        await this.#send('POST', `/api/runner/${id}`);
      }
      idlePolls = status === 'WAITING' && (await this.#isIdle(id)) ? idlePolls + 1 : 0;
      if (idlePolls === IDLE_POLLS) await this.#fillScreenshots(id);
    }
    return 'INTERRUPTED';
  }

  async #isIdle(id) {
    const { runners = [] } = (await this.#send('GET', `/api/runner/browser/${id}`)) ?? {};
    return runners.length === 0;
  }

  async #fillScreenshots(id) {
    const images = await this.#send('GET', `/api/log/${id}/images`);
    for (const { upload } of images.filter((one) => one.upload !== undefined)) {
      await this.#send('POST', `/api/log/${id}/images/${upload}`, DOT);
    }
  }

  async #failures(id) {
    const entries = await this.#send('GET', `/api/log/${id}`);
    return entries
      .filter(({ result }) => ['FAILURE', 'WARNING', 'INTERRUPTED'].includes(result))
      .map(({ result, src, msg }) => `${result} ${src}: ${msg}`);
  }

  async #send(method, path, body) {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
        ...{
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'localhost',
          'x-forwarded-port': '8443',
        },
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const content = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${content.slice(0, 500)}`);
    return content === '' ? undefined : JSON.parse(content);
  }
}

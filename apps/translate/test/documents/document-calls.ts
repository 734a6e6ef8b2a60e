import { setTimeout as sleep } from 'node:timers/promises';
import { AUTH_KEY } from '../running-translate.js';

export interface Handle {
  readonly document_id: string;
  readonly document_key: string;
}

export interface Status {
  readonly document_id: string;
  readonly status: 'queued' | 'translating' | 'done' | 'error';
  readonly seconds_remaining?: number;
  readonly billed_characters?: number;
  readonly reused_characters?: number;
  readonly kept_texts?: number;
  readonly placeholder_formats?: readonly string[];
  readonly error_message?: string;
}

export interface UploadForm {
  readonly name?: string;
  readonly contents?: string | Uint8Array<ArrayBuffer>;
  /** Beside the languages; one that is empty is not sent. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly key?: string;
}

/** What a caller does with documents, with no client in between. */
export class DocumentCalls {
  constructor(
    private readonly url: string,
    private readonly key = AUTH_KEY,
  ) {}

  async upload({ name = 'a.txt', contents = 'word', fields, key }: UploadForm): Promise<Response> {
    const form = new FormData();
    const sent = { source_lang: 'EN', target_lang: 'ES', ...fields };
    for (const [field, value] of Object.entries(sent)) if (value !== '') form.append(field, value);
    form.append('file', new Blob([contents]), name);
    return await this.#fetch('POST', '', { body: form, key });
  }

  /** @returns the handle of a document that is taken */
  async taken(form: UploadForm): Promise<Handle> {
    const response = await this.upload(form);
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as Handle;
  }

  async status({ document_id, document_key }: Handle, key?: string): Promise<Response> {
    return await this.#fetch('POST', `/${document_id}`, { json: { document_key }, key });
  }

  async state(handle: Handle): Promise<Status['status']> {
    return ((await (await this.status(handle)).json()) as Status).status;
  }

  async result({ document_id, document_key }: Handle, key?: string): Promise<Response> {
    return await this.#fetch('POST', `/${document_id}/result`, { json: { document_key }, key });
  }

  async alignment({ document_id, document_key }: Handle, key?: string): Promise<Response> {
    return await this.#fetch('POST', `/${document_id}/alignment`, { json: { document_key }, key });
  }

  /** @param fields beside the key of the document */
  async correct(
    { document_id, document_key }: Handle,
    alignment: string,
    fields: Readonly<Record<string, string>> = {},
    key?: string,
  ): Promise<Response> {
    const body = new FormData();
    const sent = { document_key, ...fields };
    for (const [field, value] of Object.entries(sent)) body.append(field, value);
    body.append('file', new Blob([alignment]), 'alignment.xlf');
    return await this.#fetch('PUT', `/${document_id}/alignment`, { body, key });
  }

  /** Its texts beside their translations; `more` beside the key of the document. */
  async texts(handle: Handle, more: object = {}, key?: string): Promise<Response> {
    const { document_id, document_key } = handle;
    return await this.#fetch('POST', `/${document_id}/texts`, {
      ...{ json: { document_key, ...more }, key },
    });
  }

  async saveText(handle: Handle, id: string, draft: object): Promise<Response> {
    const { document_id, document_key } = handle;
    return await this.#fetch('PUT', `/${document_id}/texts/${id}`, {
      json: { document_key, ...draft },
    });
  }

  async finishTexts(handle: Handle, more: object = {}): Promise<Response> {
    const { document_id, document_key } = handle;
    return await this.#fetch('POST', `/${document_id}/texts/corrections`, {
      json: { document_key, ...more },
    });
  }

  async events({ document_id, document_key }: Handle): Promise<Response> {
    const headers = { accept: 'text/event-stream' };
    return await this.#fetch('POST', `/${document_id}`, { json: { document_key }, headers });
  }

  async cancel({ document_id }: Handle, key?: string): Promise<Response> {
    return await this.#fetch('DELETE', `/${document_id}`, { key });
  }

  async list(query = '', key?: string): Promise<Response> {
    return await this.#fetch('GET', query, { key });
  }

  /** Asks until the document is in one of the states; one that takes long less often. */
  async until(handle: Handle, ...states: readonly Status['status'][]): Promise<Status> {
    for (let pauseMs = 20; ; pauseMs = Math.min(1.3 * pauseMs, 200)) {
      const status = (await (await this.status(handle)).json()) as Status;
      if (states.includes(status.status)) return status;
      await sleep(pauseMs);
    }
  }

  /** The translation, once it is there. */
  async translated(form: UploadForm): Promise<Buffer> {
    const handle = await this.taken(form);
    const { status, error_message } = await this.until(handle, 'done', 'error');
    if (status === 'error') throw new Error(error_message);
    return Buffer.from(await (await this.result(handle)).arrayBuffer());
  }

  async #fetch(
    method: string,
    path: string,
    { key = this.key, json, body, headers }: Request,
  ): Promise<Response> {
    const sent = json === undefined ? body : JSON.stringify(json);
    return await fetch(`${this.url}/v2/document${path}`, {
      method,
      headers: {
        authorization: `DeepL-Auth-Key ${key}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
  }
}

interface Request {
  readonly key?: string | undefined;
  readonly json?: object;
  readonly body?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

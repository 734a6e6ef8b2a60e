import { randomBytes, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { Kafka, logLevel } from 'kafkajs';
import type { Browser } from 'playwright-core';
import { hasBrowser, launchBrowser } from '@sextant/platform-testing/browser';
import { APPS } from './app-process.js';
import { openPage, signInAt } from './browser.js';
import { startChatCloud, type ChatCloud } from './chat-cloud.js';
import { basicOf, signInForCode, type DevelopmentClient } from './code-sign-in.js';
import { INBOX } from './page-addresses.js';
import { makePlace, StartRun } from './started-stack.js';
import { startTraceReceiver, type TraceReceiver } from './trace-receiver.js';

jest.setTimeout(240_000);

interface Credentials {
  readonly auth_server: {
    readonly users: Readonly<
      Record<string, { readonly username: string; readonly password: string }>
    >;
    readonly clients: { readonly confidential: DevelopmentClient };
  };
}

const BROKERS = process.env['KAFKA_BROKERS'];
const TOPIC = 'sextant.speech';
/** One trace for all that the person does: as a page with OpenTelemetry would. */
const TRACE = randomBytes(16).toString('hex');
const traceparent = () => `00-${TRACE}-${randomBytes(8).toString('hex')}-01`;

let run: StartRun;
let origin: string;
let credentials: Credentials;
let traces: TraceReceiver;
let browser: Browser;
let chat: ChatCloud;

/** A metric tells whether Redis counts. In the database that all tests share other services would count the same address. */
function ownCounters(): Record<string, string> {
  const shared = process.env['REDIS_URL'];
  return shared === undefined ? {} : { REDIS_URL: new URL('/9', shared).href };
}

async function makeTopic(): Promise<void> {
  const admin = new Kafka({ brokers: BROKERS!.split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: TOPIC }], waitForLeaders: true });
  await admin.disconnect();
}

(hasBrowser && BROKERS ? describe : describe.skip)(
  'one product, end to end (needs KAFKA_BROKERS and CHROMIUM)',
  () => {
    beforeAll(async () => {
      traces = await startTraceReceiver();
      chat = await startChatCloud('{{ .data.type }} {{ .data.traceparent }}');
      await makeTopic();
      const { env, ...place } = await makePlace();
      const more = {
        OTEL_EXPORTER_OTLP_ENDPOINT: process.env['OTEL_COLLECTOR'] ?? traces.url,
        EVENTS_KAFKA_IN_BROKERS: BROKERS!,
        EVENTS_KAFKA_IN_TOPICS: TOPIC,
        EVENTS_KAFKA_IN_GROUP: `product-${randomUUID()}`,
        ...chat.settings,
        ...ownCounters(),
        // Other tests speak too.
        EVENTS_ROUTES: JSON.stringify([
          { match: ['type="org.sextant.speech.synthesis.completed"'], sinks: ['chatbot'] },
        ]),
      };
      run = new StartRun({ ...place, env: { ...env, ...more } }, []);
      await run.isStarted();
      origin = place.gateway.replace('127.0.0.1', 'localhost');
      const file = join(place.dataDir, 'dev-credentials.json');
      credentials = JSON.parse(await readFile(file, 'utf8')) as Credentials;
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser.close();
      await run.stop();
      StartRun.stopAll();
      await traces.close();
      chat.close();
      await rm(run.place.dataDir, { recursive: true, force: true });
    });

    const call = (method: string, path: string, token: string, body?: object) =>
      fetch(origin + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          traceparent: traceparent(),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });

    async function signIn(name: string, scope: string): Promise<string> {
      const client = credentials.auth_server.clients.confidential;
      const person = credentials.auth_server.users[name]!;
      const headers = { traceparent: traceparent() };
      const body = await signInForCode(browser, { origin, client, person, scope, headers });
      const answer = await fetch(`${origin}/oauth/token`, {
        method: 'POST',
        headers: { authorization: basicOf(client), traceparent: traceparent() },
        body: new URLSearchParams(body),
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    }

    it('a person signs in, and with one token translates, speaks and is heard; one trace joins it', async () => {
      const student = await openPage(browser, origin);
      await student.page.goto(origin + INBOX);
      await signInAt(student.page, credentials.auth_server.users['student']!);
      await student.page.getByText('live', { exact: true }).waitFor();
      const shown = await signIn('student', 'notifications');
      const { user } = JSON.parse(
        Buffer.from(shown.split('.')[1] ?? '', 'base64url').toString(),
      ) as { user: string };

      const token = await signIn('manager', 'translate audio:speech voices:read notifications');
      const translated = await call('POST', '/v2/translate', token, {
        text: ['The house is big.'],
        source_lang: 'EN',
        target_lang: 'ES',
      });
      const { translations } = (await translated.json()) as { translations: { text: string }[] };
      const text = translations[0]?.text ?? '';
      const spoken = await call('POST', '/v1/audio/speech', token, {
        input: text,
        voice_id: 'george',
        audio_format: 'mp3',
      });
      const { audio_data, speech_marks } = (await spoken.json()) as {
        audio_data: string;
        speech_marks: { chunks: { value: string }[] };
      };
      const told = await call('POST', '/api/notifications', token, {
        toUserList: [{ user, userId: 'student', userName: 'Demo student' }],
        title: text,
        description: 'Listen to it.',
      });

      expect(text).toBe('La casa es grande.');
      expect(Buffer.from(audio_data, 'base64').length).toBeGreaterThan(2_000);
      expect(speech_marks.chunks.map(({ value }) => value)).toEqual(['La', 'casa', 'es', 'grande']);
      expect(told.status).toBe(201);
      // By its socket, without being asked for.
      await student.page.getByText(text).first().waitFor();
      expect(student.problems).toEqual([]);
      await student.close();

      // The event of speech, through Kafka and relay, in the chat.
      const isTold = () => chat.said.some((one) => one.includes(TRACE));
      while (!isTold()) await sleep(100);
      const servicesOf = () =>
        new Set(
          traces.spans
            .filter(({ traceId, linked }) => traceId === TRACE || linked.includes(TRACE))
            .map(({ service }) => service),
        );
      const expected = ['auth-server', 'notifications', 'relay', 'speech', 'translate'];
      while (process.env['OTEL_COLLECTOR'] === undefined && servicesOf().size < expected.length) {
        await sleep(200);
      }
      expect([...servicesOf()].sort()).toEqual(expected);
    });

    it('exports every metric that a dashboard or an alert names', async () => {
      const files = globSync('k8s/overlays/prod/{alerts.yaml,dashboards/*.json}', {
        cwd: workspaceRoot(),
      });
      const text = files
        .map((file) => readFileSync(join(workspaceRoot(), file), 'utf8'))
        .join('\n');
      const PREFIX =
        /\b(?:http|rate_limit|outbox|auth|mail|translate|speech|notifications|ipt|relay|process|nodejs)_[a-z0-9_]*[a-z](?=[\s{[)"'=<>]|$)/gm;
      const queries = [...text.matchAll(/(?:"expr": "(.*)"|expr: >-\n((?: {12}.*\n)+))/g)]
        .map(([, json, yaml]) => json ?? yaml ?? '')
        .join('\n');
      const named = new Set([...queries.matchAll(PREFIX)].map(([name]) => name));
      const pages = await Promise.all(
        APPS.map(async (app) => {
          const port = run.place.env[`${app.toUpperCase().replace('-', '_')}_PORT`];
          return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        }),
      );
      const exported = new Set(
        [...pages.join('\n').matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
          type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
        ),
      );

      expect(named.size).toBeGreaterThan(40);
      expect([...named].filter((name) => !exported.has(name))).toEqual([]);
    });
  },
);

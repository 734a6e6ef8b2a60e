import { sharedSecret } from '../authentication.js';
import { isObject, textAt, timeOfText, type JsonObject } from '../payload.js';
import { object, text, textOrEmpty } from '../schema.js';
import { vendor, type Reading } from '../vendor.js';

/**
 * TeamCity: what the upstream tool takes (`build_event`, `build_name`, …, sent by a build step or a
 * plugin), or the server's own webhooks since 2022.10 (`eventType` and `payload`).
 */
export const teamcity = vendor({
  name: 'teamcity',
  title: 'TeamCity',
  event: 'TeamcityEvent',
  authentication: sharedSecret(),
  schema: {
    ...object({
      timestamp: text,
      build_event: text,
      build_name: text,
      build_status_url: textOrEmpty,
      triggered_by: textOrEmpty,
      build_result: textOrEmpty,
      target: textOrEmpty,
      eventType: text,
      payload: { type: 'object' },
    }),
    anyOf: [{ required: ['build_event', 'build_name'] }, { required: ['eventType', 'payload'] }],
  },
  key: 'The build configuration.',
  example: {
    eventType: 'BUILD_FINISHED',
    payload: {
      id: 1543,
      buildTypeId: 'Shop_Build',
      number: '17',
      status: 'FAILURE',
      state: 'finished',
      branchName: 'main',
      webUrl: 'https://teamcity.example/buildConfiguration/Shop_Build/1543',
      statusText: 'Tests failed: 2 (1 new), passed: 120',
      startDate: '20261121T070323+0000',
      finishDate: '20261121T070511+0000',
    },
  },
  template:
    '{{ .data.build_name }}: {{ .data.build_event }}{{ with .data.build_result }} {{ . }}{{ end }}{{ with .data.triggered_by }} by {{ . }}{{ end }}{{ with .data.build_status_url }} {{ . }}{{ end }}',
  read: (body) => [readingOf(isObject(body['payload']) ? flattened(body, body['payload']) : body)],
});

/** The server's own webhook in the names of the other one, beside its own. */
const flattened = (body: JsonObject, build: JsonObject): JsonObject => ({
  ...body,
  timestamp: timeOfBuild(textAt(build, 'finishDate') || textAt(build, 'startDate')),
  build_event: textAt(body, 'eventType'),
  build_name: textAt(build, 'buildTypeId'),
  build_status_url: textAt(build, 'webUrl'),
  build_result: textAt(build, 'status'),
  target: textAt(build, 'branchName'),
});

/** `20261121T070323+0000` */
function timeOfBuild(given: string): string {
  const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)([+-]\d\d)(\d\d)$/;
  return form.test(given) ? given.replace(form, '$1-$2-$3T$4:$5:$6$7:$8') : '';
}

const readingOf = (data: JsonObject): Reading => ({
  what: `build.${textAt(data, 'build_event')}`,
  key: textAt(data, 'build_name'),
  subject: textAt(data, 'build_name'),
  time: timeOfText(data['timestamp']),
  labels: {
    build: data['build_name'],
    event: data['build_event'],
    status: data['build_result'],
    branch: data['target'],
  },
  data,
});

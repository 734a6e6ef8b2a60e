import { describe, expect, it } from '@jest/globals';
import { messageTemplate } from './message-template.js';

const names = ['teamchat-message', 'slack-message'] as const;
const rendered = (text: string): string =>
  messageTemplate({ names, text, functions: {} })({ n: 1 });

describe('the template of a message', () => {
  it.each([
    ['is the message', 'n is {{ .n }}', 'n is 1'],
    ['defines it', '{{define "teamchat-message"}}n is {{ .n }}{{end}}', 'n is 1'],
    [
      'defines it under the older name',
      '\n{{define "slack-message"}}n is {{ .n }}{{end}}\n',
      'n is 1',
    ],
    [
      'defines it beside others',
      '{{define "x"}}{{ .n }}{{end}}{{define "slack-message"}}n is {{template "x" .}}{{end}}',
      'n is 1',
    ],
    [
      'is the message, and defines others',
      '{{define "x"}}{{ .n }}{{end}}n is {{template "x" .}}',
      'n is 1',
    ],
    [
      'has a definition in a comment',
      '{{/* was {{define "teamchat-message"}} before */}}n is {{ .n }}',
      'n is 1',
    ],
    [
      'has a definition in a text',
      '{{ `{{define "slack-message"}}` }} n is {{ .n }}',
      '{{define "slack-message"}} n is 1',
    ],
    ['has a definition in a comment alone', '{{/* {{define "slack-message"}} */}}', ''],
  ])('%s', (_what, text, expected) => {
    expect(rendered(text)).toBe(expected);
  });

  it('may name functions of the upstream tool, and fails only where it calls one', () => {
    const missed: string[][] = [];
    const render = messageTemplate({
      names,
      text: '{{ if .deep }}{{ jsonata .n "x" }}{{ gitlabPipelineVars }}{{ else }}n is {{ .n }}{{ end }}',
      functions: {},
      onLeftOut: (found) => missed.push([...found]),
    });

    expect(missed).toEqual([['gitlabPipelineVars', 'jsonata']]);
    expect(render({ n: 1 })).toBe('n is 1');
    expect(() => render({ n: 1, deep: true })).toThrow(
      'error calling jsonata: the upstream tool has this function, the relay does not',
    );
  });

  it('is refused for a function that nobody has', () => {
    expect(() => rendered('{{ nosuch .n }}')).toThrow('function "nosuch" not defined');
  });

  it.each([
    '{{define "other"}}n{{end}}',
    '{{/* {{define "teamchat-message"}} */}}{{define "other"}}n{{end}}',
    '{{- define "other" -}}{{if .n}}n{{end}}{{- end -}}',
  ])('is refused when it says nothing: %s', (text) => {
    expect(() => rendered(text)).toThrow('it defines other and not teamchat-message');
  });
});

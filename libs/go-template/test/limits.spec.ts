import { describe, expect, it } from '@jest/globals';
import { LimitError, parse, ParseError, relayFunctions, sprigFunctions } from '../src/index.js';

const functions = { ...sprigFunctions, ...relayFunctions() };
const render = (text: string, data: unknown = null) =>
  parse('t', text, { functions }).execute(data);

describe('bounds for templates of tenants', () => {
  it.each([
    ['a long loop', '{{range 1000000000}}{{end}}', /more than 1000000 steps/],
    ['nested loops', '{{range 100000}}{{range 100000}}{{end}}{{end}}', /more than 1000000 steps/],
    [
      'a template that calls itself',
      '{{define "a"}}{{template "a"}}{{end}}{{template "a"}}',
      /exceeded maximum template depth \(500\)/,
    ],
    ['long output', '{{range 100000}}0123456789012345{{end}}', /output longer than 1048576/],
    ['a wide verb', '{{range 100}}{{printf "%99999d" 1}}{{end}}', /output longer than/],
    [
      'a string that doubles',
      '{{$x := "ab"}}{{range 60}}{{$x = print $x $x}}{{end}}',
      /output longer than/,
    ],
    ['repeat', '{{repeat 1000000000 "ab"}}', /output longer than/],
    [
      'replacing with long text',
      '{{$x := repeat 1000 "ab"}}{{replaceAll "" $x $x}}',
      /output longer than/,
    ],
    [
      'joining',
      '{{$x := repeat 100000 "ab"}}{{join $x (list 1 2 3 4 5 6 7 8 9)}}',
      /output longer than/,
    ],
    ['indenting', '{{indent 100000000 "a"}}', /output longer than/],
    [
      'a list that doubles',
      '{{$x := list 1}}{{range 60}}{{$x = concat $x $x}}{{end}}',
      /more than 1000000 steps/,
    ],
    [
      'a nest that doubles',
      '{{$x := list 1}}{{range 60}}{{$x = list $x $x}}{{end}}{{toJSON $x}}',
      /more than 1000000 steps|output longer than/,
    ],
    [
      'a map inside itself',
      '{{$d := dict}}{{$e := set $d "a" $d}}{{$e}}',
      /nested too deeply|output longer|steps/,
    ],
    [
      'patterns over a long text',
      '{{$x := repeat 1000000 "a"}}{{range 1000}}{{$y := regexMatch "(a|a)*$" $x}}{{end}}',
      /more than 1000000 steps/,
    ],
    ['until', '{{until 1000000000}}', /more than 1000000 steps/],
    ['deep JSON', '{{fromJson (repeat 1000000 "[")}}', /JSON nested more than 500 levels deep/],
    [
      'JSON of many values',
      '{{$x := repeat 250000 "[]," | printf "[%s0]"}}{{range 4}}{{$y := fromJson $x}}{{end}}',
      /more than 1000000 steps/,
    ],
    [
      'long JSON again and again',
      '{{$x := repeat 1000000 "a" | printf "%q"}}{{range 100}}{{$y := fromJson $x}}{{end}}',
      /more than 1000000 steps/,
    ],
    ['random text', '{{randAlphaNum 1000000000}}', /output longer than/],
  ])('stops %s', (_name, text, reason) => {
    expect(() => render(text)).toThrow(LimitError);
    expect(() => render(text)).toThrow(reason);
  });

  it('reads JSON whose strings hold brackets', () => {
    const text = JSON.stringify({ a: '['.repeat(1000), b: ['\\"', { c: 1 }] });

    expect(render('{{ (index (fromJson .).b 1).c }}', text)).toBe('1');
    expect(render('{{ fromJson . }}', 'no JSON')).toBe('<no value>');
  });

  it('names the place at which a bound was reached', () => {
    expect(() => render('a\n{{range 10000000}}{{end}}')).toThrow(
      'template: t:2:8: executing "t" at <10000000>: more than 1000000 steps',
    );
  });

  it.each(['(', '{{if 1}}', '{{range 1}}', '{{with 1}}', '{{if 0}}{{else '])(
    'refuses %s nested without end',
    (part) => {
      expect(() => render(part === '(' ? `{{${part.repeat(1e5)}` : part.repeat(1e5))).toThrow(
        ParseError,
      );
    },
  );

  it('takes linear time for patterns that make others hang', () => {
    expect(render('{{regexMatch "(a*)*$" .}}', `${'a'.repeat(5000)}b`)).toBe('true');
    expect(() => render(`{{${'1'.repeat(50_000)}x}}`)).toThrow(ParseError);
    expect(() => render(`{{1${'_1'.repeat(50_000)}_}}`)).toThrow(ParseError);
  });

  it('holds other bounds if it is told to', () => {
    const template = parse('t', '{{range .}}{{.}}{{end}}', { limits: { steps: 5, output: 3 } });

    expect(template.execute([1, 2])).toBe('12');
    expect(() => template.execute([1, 2, 3, 4])).toThrow(LimitError);
  });

  it('reaches nothing but own keys of the data', () => {
    expect(render('{{.constructor}}{{.__proto__}}{{.a.toString}}', { a: {} })).toBe(
      '<no value><no value><no value>',
    );
    expect(render('{{index . "constructor"}}{{hasKey . "toString"}}', {})).toBe('<no value>false');
    expect(render('{{$d := dict "__proto__" 1}}{{$d}}')).toBe('map[__proto__:1]');
  });

  it('leaves the data as it was', () => {
    const data = { m: { a: 1 } };

    expect(() => render('{{set .m "a" 2}}', data)).toThrow(/set changes maps of the template only/);
    expect(render('{{$m := merge (dict) .m}}{{set $m "a" 2}}', data)).toBe('map[a:2]');
    expect(data).toEqual({ m: { a: 1 } });
  });
});

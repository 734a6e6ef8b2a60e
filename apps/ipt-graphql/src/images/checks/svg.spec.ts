import { describe, expect, it } from '@jest/globals';
import { sanitizeSvg } from './svg.js';

const svg = (content: string, more = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"${more}>${content}</svg>`;

const sanitized = (source: string) => {
  const { bytes, warnings } = sanitizeSvg(Buffer.from(source));
  return { text: Buffer.from(bytes).toString('utf8'), warnings };
};

describe('an SVG', () => {
  it.each([
    ['uses', '<defs><g id="a"><path d="M0 0"></path></g></defs><use href="#a" x="5"></use>'],
    ['styles', '<style type="text/css">.a { fill: #369; } g > .b { fill: url(#p) }</style>'],
    ['style attributes', '<path style="fill:#369;mix-blend-mode:multiply" d="M0 0"></path>'],
    ['colours of functions', '<path style="fill:rgb(1, 2, 3)" d="M0 0"></path>'],
    ['gradients of gradients', '<linearGradient id="g" href="#h"></linearGradient>'],
    ['quoted references', '<path fill="url(\'#g\')" d="M0 0"></path>'],
    ['links to its own parts', '<a href="#a"><text>more</text></a>'],
    ['shadows', '<filter id="f"><feDropShadow dx="1"></feDropShadow></filter>'],
  ])('keeps its %s, without a warning', (_name, content) => {
    expect(sanitized(svg(content))).toEqual({
      text: svg(content).replaceAll(' > ', ' &gt; '),
      warnings: [],
    });
  });

  it('keeps references of XLink, in the words of SVG 2', () => {
    const old = svg('<use xlink:href="#a"></use>', ' xmlns:xlink="http://www.w3.org/1999/xlink"');

    expect(sanitized(old)).toEqual({ text: svg('<use href="#a"></use>'), warnings: [] });
  });

  it.each([
    ['<image>', '<image href="https://evil.example/x.png"/>'],
    ['<script>', '<script>alert(1)</script>'],
    ['<style>', '<style>@import "//evil.example/a.css";</style>'],
    ['<style>', '<style>* { fill: url(//evil.example) }</style>'],
    ['<style>', '<style><![CDATA[* { fill: u\\72l(//evil.example) }]]></style>'],
    ['<style>', '<style>* { width: expression(alert(1)) }</style>'],
    ['<style>', '<style>* { background: image-set("//evil.example" 1x) }</style>'],
    ['style', '<g style="background:url(https://evil.example)"/>'],
    ['fill', '<g fill="u\\72l(//evil.example)"/>'],
    ['fill', '<g fill="url( \'//evil.example\' )"/>'],
    ['href', '<use href="https://evil.example/#a"/>'],
    ['href', '<a href="javascript:alert(1)"/>'],
    ['xlink:href', '<use xlink:href="data:image/svg+xml,evil.example"/>'],
    ['onload', '<g onload="evil.example"/>'],
  ])('loses %s, with a warning, of %s', (name, content) => {
    const { text, warnings } = sanitized(svg(content));

    expect(text).not.toMatch(/evil|alert/);
    expect(warnings).toEqual([`Left out of the SVG: ${name}.`]);
  });

  it('names what it lost once, and only so many', () => {
    const many = Array.from({ length: 30 }, (_, index) => `<x${index}/><x${index}/>`).join('');

    expect(sanitized(svg('<script/><script/><g onload="a"/>')).warnings).toEqual([
      'Left out of the SVG: <script>, onload.',
    ]);
    expect(sanitized(svg(many)).warnings).toEqual([expect.stringMatching(/<x19> and 10 more\.$/)]);
  });

  it.each([
    ['document type', `<!DOCTYPE svg>${svg('')}`],
    ['prefix', '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>'],
    ['root', '<html/>'],
    ['well-formed', svg('<g>')],
    ['UTF-8', Buffer.from([0x3c, 0xff])],
    ['deep', svg('<g>'.repeat(100) + '</g>'.repeat(100))],
  ])('that is refused says why: %s', (reason, source) => {
    expect(() => sanitizeSvg(Buffer.from(source))).toThrow(reason);
  });

  it('that draws itself, or grows as it is drawn, is refused', () => {
    const tenTimes = (level: number): string =>
      `<g id="l${level}">${`<use href="#l${level - 1}"/>`.repeat(10)}</g>`;
    const levels = Array.from({ length: 8 }, (_, index) => tenTimes(index + 1)).join('');
    const patterns = Array.from(
      { length: 8 },
      (_, n) => `<pattern id="p${n + 1}">${`<path fill="url(#p${n})"/>`.repeat(10)}</pattern>`,
    ).join('');

    for (const content of [`<g id="l0"/>${levels}`, patterns, '<g id="a"><use href="#a"/></g>']) {
      expect(() => sanitizeSvg(Buffer.from(svg(content)))).toThrow('elements are drawn');
    }
  });

  it('is read in a time that grows with its length, whatever its style says', () => {
    const startMs = performance.now();

    sanitized(svg(`<style>${'a'.repeat(1_000_000)}</style>`));

    // The square of it took minutes.
    expect(performance.now() - startMs).toBeLessThan(10_000);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metadataFor, projectData, type Answer } from '../client.js';
import { longestWaitMs } from '../liveness.js';
import { startService, type StartedService } from '../started-service.js';

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600">${content}</svg>`;
const MB = 1_000_000;
const references = 'a:url(#b);';

/** Parts that each draw the one before so many times. */
const nested = (levels: number, times: number): string =>
  Array.from(
    { length: levels },
    (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(times)}</g>`,
  ).join('');
const leaf = '<g id="a0"><rect width="9" height="9"/></g>';

const attacks: readonly (readonly [name: string, source: string])[] = [
  ['19 MB in one style attribute', svg(`<g style="${references.repeat(1.9 * MB)}"/>`)],
  ['4 MB in one style attribute', svg(`<g style="${references.repeat(0.4 * MB)}"/>`)],
  ['4 MB in many style attributes', svg(`<g style="${references.repeat(9)}"/>`.repeat(40_000))],
  [
    '400,000 attributes',
    svg(`<g ${Array.from({ length: 400_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
  ],
  ['4 MB of left out elements', svg('<x/>'.repeat(MB))],
  ['nested use, 2^14', svg(leaf + nested(14, 2))],
  ['nested use, 20^4', svg(leaf + nested(4, 20))],
  [
    'a chain of 10,000 gradients',
    svg(
      Array.from(
        { length: 10_000 },
        (_, at) => `<linearGradient id="g${at}" href="#g${at + 1}"/>`,
      ).join(''),
    ),
  ],
  [
    'a filter that is drawn 4,500 times',
    svg(
      '<filter id="f" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency="0.9" numOctaves="9"/><feGaussianBlur stdDeviation="50"/></filter>' +
        `<g id="part"><rect width="600" height="600"/></g>${'<use href="#part" filter="url(#f)"/>'.repeat(4_500)}`,
    ),
  ],
];

describe('SVGs that are made to keep a service busy', () => {
  let service: StartedService;
  let agreement: Answer;
  const ipnftId = '424242';

  const store = async (contentType: string, image: Uint8Array): Promise<Answer> => {
    const { client } = service;
    const imageKey = await client.uploadImage(ipnftId, contentType, image);
    return await client.call('uploadMetadataWithImageKey', {
      metadata: JSON.stringify(metadataFor(agreement, 'SVG')),
      imageKey,
      ipnftId,
    });
  };

  beforeAll(async () => {
    service = await startService();
    const wallet = service.chain.wallet(1).address;
    const project = projectData({ ipnftId, symbol: 'SVG', wallet, chainId: 11155111 });
    agreement = await service.client.call('generateAssignmentAgreement', {
      projectData: JSON.stringify(project),
    });
  });
  afterAll(() => service.close());

  it.each(attacks)('%s is refused, and nobody waits', async (name, source) => {
    const image = Buffer.from(source);
    let answers: readonly Answer[] = [];

    const longest = await longestWaitMs(service.running.url, async () => {
      answers = await Promise.all([1, 2].map(() => store('image/svg+xml', image)));
    });

    process.stdout.write(`${name}: longest wait of /health/live ${Math.round(longest)} ms\n`);
    expect(answers.map(({ error }) => error)).toEqual(
      Array(2).fill(expect.objectContaining({ code: 'UNSUPPORTED_IMAGE_TYPE', retryable: false })),
    );
    expect(longest).toBeLessThan(2000);
  });

  it('text for gigabytes is refused', async () => {
    const text = svg(`<text x="5" y="50">${'Yeast '.repeat(700_000)}</text>`);

    expect(await store('image/svg+xml', Buffer.from(text))).toMatchObject({
      error: { code: 'UNSUPPORTED_IMAGE_TYPE' },
    });
  });

  it('an SVG that is called a PNG is not looked at', async () => {
    const [, endless = ''] = attacks.at(-1) ?? [];

    expect(await store('image/png', Buffer.from(endless))).toMatchObject({
      error: { code: 'UNSUPPORTED_IMAGE_TYPE', message: 'The content is not image/png.' },
    });
  });

  it('an SVG with text, gradients, uses and a filter is stored all the same', async () => {
    const image = svg(
      '<style>.a { fill: url(#g) }</style><linearGradient id="g"><stop offset="0" stop-color="#369"/></linearGradient>' +
        '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><g id="part"><rect class="a" width="90" height="90"/></g>' +
        `${'<use href="#part" x="9" filter="url(#f)"/>'.repeat(20)}<text x="5" y="50">Yeast</text>`,
    );

    expect(await store('image/svg+xml', Buffer.from(image))).toMatchObject({
      isSuccess: true,
      warnings: [],
    });
  });
});

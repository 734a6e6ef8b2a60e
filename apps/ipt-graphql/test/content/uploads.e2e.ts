import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { request as plainRequest } from 'node:http';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { metadataFor, pngImage, projectData } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600"><rect width="600" height="600" fill="#369"/></svg>';

/** One bit for each pixel (PNG, sections 5 and 11): to make it takes less than to draw it. */
function blackPng(side: number): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * side);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

type Agreed = ReturnType<StartedService['client']['call']>;

describe('images and metadata', () => {
  let service: StartedService;
  let ipnftId: string;
  let agreed: Agreed | undefined;
  let count = 100;

  const agree = (): Agreed => {
    const wallet = service.chain.wallet(1).address;
    const project = projectData({ ipnftId, symbol: `UP${ipnftId}`, wallet, chainId: 11155111 });
    return service.client.call('generateAssignmentAgreement', {
      projectData: JSON.stringify(project),
    });
  };
  /** Of the IP-NFT of this case: most cases need none. */
  const agreement = () => (agreed ??= agree());

  const issue = (contentType = 'image/png', more: object = {}) =>
    service.client.call('generateImageUploadUrl', {
      filename: 'art.png',
      contentType,
      ipnftId,
      ...more,
    });
  const put = (url: unknown, body: Uint8Array | string, contentType = 'image/png') =>
    fetch(String(url), {
      method: 'PUT',
      headers: { 'content-type': contentType },
      body: Buffer.from(body),
    });
  /** As proxies do it: the whole body goes out before the answer is read. */
  const putAll = async (url: string, bytes: number): Promise<string> => {
    const { hostname, port, host, pathname, search } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n` +
        `Content-Type: image/png\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    await new Promise<void>((resolve, reject) => {
      socket.write(Buffer.alloc(bytes), (error) => (error ? reject(error) : resolve()));
    });
    return await text(socket);
  };
  const upload = async (body: Uint8Array | string, contentType = 'image/png') => {
    const { uploadUrl, key } = await issue(contentType);
    expect((await put(uploadUrl, body, contentType)).status).toBe(200);
    return key;
  };
  const store = async (imageKey: unknown, change: object = {}) =>
    service.client.call('uploadMetadataWithImageKey', {
      metadata: JSON.stringify({ ...metadataFor(await agreement(), `UP${ipnftId}`), ...change }),
      imageKey,
      ipnftId,
    });

  beforeAll(async () => {
    service = await startService({ env: { MAX_IMAGE_BYTES: '7000000' } });
  });

  afterAll(() => service.close());

  beforeEach(() => {
    count += 1;
    ipnftId = String(count);
    agreed = undefined;
  });

  describe('an upload URL', () => {
    it('takes one PUT of its type, until it expires', async () => {
      const { uploadUrl, key, expiresAt } = await issue('image/png', { expiresIn: 60 });
      expect(key).toBe(`ipnft-${ipnftId}/art.png`);
      expect(Date.parse(String(expiresAt)) - Date.now()).toBeLessThanOrEqual(60_000);

      const mistyped = await put(uploadUrl, await pngImage(), 'image/jpeg');
      expect(mistyped.status).toBe(403);
      expect(await mistyped.json()).toMatchObject({ error: { code: 'UPLOAD_WRONG_TYPE' } });
      const empty = await put(uploadUrl, '');
      expect(empty.status).toBe(400);
      expect(await empty.json()).toMatchObject({ error: { code: 'UPLOAD_EMPTY' } });
      expect((await put(uploadUrl, await pngImage())).status).toBe(200);
      const replay = await put(uploadUrl, await pngImage());
      expect(replay.status).toBe(409);
      expect(await replay.json()).toMatchObject({ error: { code: 'UPLOAD_URL_USED' } });
    });

    it('gives one of two PUTs at once the place', async () => {
      const { uploadUrl } = await issue();
      const image = await pngImage();

      const answers = await Promise.all([put(uploadUrl, image), put(uploadUrl, image)]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it.each([
      ['another path', (url: URL) => (url.pathname = url.pathname.replace('art', 'tra')), 403],
      ['another type', (url: URL) => url.searchParams.set('type', 'image/svg+xml'), 403],
      ['a later end', (url: URL) => url.searchParams.set('exp', '99999999999999'), 403],
      [
        'another id',
        (url: URL) => url.searchParams.set('id', '0198b6e8-0000-4000-8000-000000000000'),
        403,
      ],
      ['no signature', (url: URL) => url.searchParams.delete('signature'), 403],
    ])('is refused with %s', async (_name, change, status) => {
      const url = new URL(String((await issue())['uploadUrl']));
      change(url);

      const answer = await put(url, await pngImage());

      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ error: { code: 'UPLOAD_URL_INVALID' } });
    });

    it('is refused when it is late', async () => {
      const { uploadUrl } = await issue('image/png', { expiresIn: 1 });
      const lateMs = Date.now() + 1100;
      while (Date.now() < lateMs) await new Promise((resolve) => setTimeout(resolve, 50));

      const late = await put(uploadUrl, await pngImage());

      expect(late.status).toBe(403);
      expect(await late.json()).toMatchObject({ error: { code: 'UPLOAD_URL_EXPIRED' } });
    });

    it('ends a body at the cap, whether its length was said or not, and keeps nothing', async () => {
      const { uploadUrl } = await issue();
      const large = await put(uploadUrl, Buffer.alloc(8_000_000));
      expect(large.status).toBe(413);
      expect(await large.json()).toMatchObject({ error: { code: 'UPLOAD_TOO_LARGE' } });

      const { hostname, port, pathname, search } = new URL(String(uploadUrl));
      const headers = { 'content-type': 'image/png' }; // chunked
      const status = await new Promise((resolve, reject) => {
        const sent = plainRequest({
          hostname,
          port,
          path: pathname + search,
          method: 'PUT',
          headers,
        });
        sent.on('response', (response) => resolve(response.statusCode));
        sent.on('error', reject);
        const write = (left: number): void => {
          if (left > 0 && !sent.destroyed)
            sent.write(Buffer.alloc(1_000_000), () => write(left - 1));
          else sent.end();
        };
        write(9);
      });
      expect(status).toBe(413);
      expect(
        readdirSync(service.env['UPLOADS_DIR'] ?? '').filter((name) => name.includes('.')),
      ).toEqual([]);
    });

    it.each([
      [413, 'UPLOAD_TOO_LARGE', 'above the cap', ''],
      [403, 'UPLOAD_URL_INVALID', 'to a URL that was changed', 'x'],
    ])('answers %i %s to 22 MB %s, however much was still on its way', async (...row) => {
      const [status, code, , change] = row;
      const { uploadUrl } = await issue();

      const answer = await putAll(`${String(uploadUrl)}${change}`, 22_000_000);

      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).toContain(`"code":"${code}"`);
    });

    it('is open to pages of other origins', async () => {
      const { uploadUrl } = await issue();
      const preflight = await fetch(String(uploadUrl), { method: 'OPTIONS' });

      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
    });

    it.each([
      ['INVALID_INPUT', { filename: '../x.png' }],
      ['INVALID_INPUT', { filename: 'a/b.png' }],
      ['INVALID_INPUT', { filename: '' }],
      ['INVALID_INPUT', { ipnftId: 'x' }],
      ['INVALID_INPUT', { expiresIn: 0 }],
      ['INVALID_INPUT', { expiresIn: 604_801 }],
      ['UNSUPPORTED_IMAGE_TYPE', { contentType: 'image/gif' }],
      ['UNSUPPORTED_IMAGE_TYPE', { contentType: 'text/html' }],
    ])('is not given out: %s for %j', async (code, change) => {
      expect((await issue('image/png', change)).error?.code).toBe(code);
    });
  });

  describe('an image', () => {
    it.each([
      ['image/png', (source: Sharp) => source.png()],
      ['image/jpeg', (source: Sharp) => source.jpeg()],
      ['image/jpeg', (source: Sharp) => source.jpeg({ progressive: true }).withExif({ IFD0: {} })],
      ['image/webp', (source: Sharp) => source.webp()],
    ])('of the type %s is stored under its CID', async (type, encode) => {
      const source = sharp({
        create: { width: 600, height: 600, channels: 3, background: '#963' },
      });
      const bytes = await encode(source).toBuffer();
      const { imageCid, warnings } = await store(await upload(bytes, type));

      const answer = await fetch(`${service.running.url}/ipfs/${String(imageCid)}`);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      expect(warnings).toEqual([]);
    });

    it('that is small or heavy is stored with a warning', async () => {
      const small = await store(await upload(await pngImage(100)));
      const noise = sharp({
        create: {
          width: 1400,
          height: 1400,
          channels: 3,
          background: '#000',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      });
      const heavy = await store(await upload(await noise.png({ compressionLevel: 0 }).toBuffer()));

      expect(small['warnings']).toEqual([expect.stringContaining('512x512')]);
      expect(heavy['warnings']).toEqual([expect.stringContaining('5 MB')]);
      // Larger than a block: the CID is that of a node, and the whole comes back.
      expect(heavy['imageCid']).toMatch(/^bafybei/);
      const answer = await fetch(`${service.running.url}/ipfs/${String(heavy['imageCid'])}`);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(5 * 1024 * 1024);
    });

    const bad: Record<string, () => Promise<Uint8Array | string> | string> = {
      HTML: () => '<html><script>alert(1)</script></html>',
      'JPEG that is called PNG': () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
          .jpeg()
          .toBuffer(),
      'cut off': async () => (await pngImage()).subarray(0, 500),
      'JPEG with an archive, and the end of a JPEG behind it': async () => {
        const whole = await sharp(await pngImage())
          .jpeg()
          .toBuffer();
        return Buffer.concat([whole, Buffer.from('PK\x03\x04more\xff\xd9', 'latin1')]);
      },
      'image and archive in one': async () =>
        Buffer.concat([await pngImage(), Buffer.from('PK\x03\x04more')]),
    };

    it.each(Object.keys(bad))('is refused: %s', async (name) => {
      const type = name.startsWith('JPEG with') ? 'image/jpeg' : 'image/png';
      const key = await upload((await bad[name]?.()) ?? '', type);

      const { error } = await store(key);
      expect(error?.code).toBe('UNSUPPORTED_IMAGE_TYPE');
      if (name.includes('archive')) expect(error?.message).toContain('Something follows');
    });

    it('that was never uploaded is IMAGE_UPLOAD_FAILED', async () => {
      const { key } = await issue();

      expect((await store(key)).error).toMatchObject({
        code: 'IMAGE_UPLOAD_FAILED',
        retryable: false,
      });
      expect((await store('ipnft-1/other.png')).error?.code).toBe('IMAGE_UPLOAD_FAILED');
    });

    it('of another tenant is not found', async () => {
      const key = await upload(await pngImage());
      const other = await service.clientOf('other');
      const own = await other.call('generateAssignmentAgreement', {
        projectData: JSON.stringify(
          projectData({
            ipnftId,
            symbol: 'OTHER',
            wallet: service.chain.wallet(2).address,
            chainId: 11155111,
          }),
        ),
      });

      expect(
        await other.codeOf('uploadMetadataWithImageKey', {
          metadata: JSON.stringify(metadataFor(own, 'OTHER')),
          imageKey: key,
          ipnftId,
        }),
      ).toBe('IMAGE_UPLOAD_FAILED');
    });

    it('that is SVG loses what could run', async () => {
      const evil = SVG.replace(
        '<rect',
        '<script>alert(1)</script><a href="javascript:alert(1)"><text>x</text></a><image href="https://evil.example/x.png"/><foreignObject><b>x</b></foreignObject><style>*{background:url(//evil.example)}</style><rect onload="alert(1)" filter="url(https://evil.example)"',
      );
      const { imageCid, warnings } = await store(await upload(evil, 'image/svg+xml'));

      expect(warnings).toEqual([
        'Left out of the SVG: <script>, href, <image>, <foreignObject>, <style>, onload, filter.',
      ]);
      const answer = await fetch(`${service.running.url}/ipfs/${String(imageCid)}`);
      const text = await answer.text();
      expect(text).not.toMatch(/script|evil|javascript|onload|style|foreign|href/);
      expect(text).toContain('<rect width="600" height="600" fill="#369">');
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('that is PNG with more than 50 megapixels is refused, and says so', async () => {
      const { error } = await store(await upload(blackPng(7100)));

      expect(error?.code).toBe('UNSUPPORTED_IMAGE_TYPE');
      expect(error?.message).toBe(
        'The image has 7100 x 7100 pixels: at most 50 million are taken.',
      );
    });

    it.each([
      ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`],
      ['another root', '<html xmlns="http://www.w3.org/2000/svg"></html>'],
      ['broken XML', SVG.slice(0, -3)],
      ['100,000 pixels a side', SVG.replaceAll('600', '100000')],
    ])('that is SVG is refused with %s', async (_name, svg) => {
      expect((await store(await upload(svg, 'image/svg+xml'))).error?.code).toBe(
        'UNSUPPORTED_IMAGE_TYPE',
      );
    });
  });

  describe('metadata', () => {
    let shared: Agreed | undefined;
    beforeEach(() => {
      ipnftId = '100';
      agreed = shared ??= agree();
    });

    const without = async (path: string): Promise<object> => {
      const whole = metadataFor(await agreement(), `UP${ipnftId}`);
      const metadata = structuredClone(whole) as Record<string, unknown>;
      const names = path.split('.');
      let holder = metadata;
      for (const name of names.slice(0, -1)) holder = holder[name] as Record<string, unknown>;
      Reflect.deleteProperty(holder, names.at(-1) ?? '');
      return {
        ...Object.fromEntries(Object.keys(whole).map((name) => [name, undefined])),
        ...metadata,
      };
    };

    it.each([
      ...[
        'name',
        'description',
        'external_url',
        'properties',
        'properties.initial_symbol',
        'properties.agreements',
      ],
      ...[
        'properties.agreements.0.type',
        'properties.agreements.0.url',
        'properties.agreements.0.mime_type',
        'properties.agreements.0.content_hash',
      ],
      ...[
        'properties.project_details',
        'properties.project_details.organization',
        'properties.project_details.topic',
        'properties.project_details.research_lead',
        'properties.project_details.funding_amount',
      ],
      ...[
        'properties.project_details.research_lead.name',
        'properties.project_details.research_lead.email',
      ],
      ...['value', 'currency', 'currency_type', 'decimals'].map(
        (name) => `properties.project_details.funding_amount.${name}`,
      ),
    ])('is INVALID_METADATA without %s', async (path) => {
      const { error } = await store('ipnft-1/x.png', await without(path));

      expect(error?.code).toBe('INVALID_METADATA');
      expect(error?.message).toContain(path.split('.').at(-1));
    });

    it('is INVALID_METADATA with a symbol that is not alphanumeric, and with a foreign agreement', async () => {
      const own = metadataFor(await agreement(), 'NO-WAY!');
      expect((await store('ipnft-1/x.png', own)).error?.code).toBe('INVALID_METADATA');

      const foreign = metadataFor(
        { ...(await agreement()), agreementContentHash: 'a'.repeat(64) },
        'FOREIGN',
      );
      expect((await store('ipnft-1/x.png', foreign)).error?.code).toBe('INVALID_METADATA');
    });

    it('is the same document for the same input', async () => {
      const key = await upload(await pngImage());

      const [first, second] = [await store(key), await store(key)];

      expect(first['metadataCid']).toBe(second['metadataCid']);
      const document = (await (
        await fetch(`${service.running.url}/ipfs/${String(first['metadataCid'])}`)
      ).json()) as object;
      expect(document).toMatchObject({
        schema_version: '0.0.1',
        image: `ipfs://${String(first['imageCid'])}`,
        properties: { type: 'IP-NFT' },
      });
    });
  });
});

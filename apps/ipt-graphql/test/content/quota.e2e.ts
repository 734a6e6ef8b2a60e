import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { metadataFor, pngImage, projectData } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;

describe('what one tenant may store', () => {
  let service: StartedService;

  beforeAll(async () => {
    service = await startService({ env: { MAX_TENANT_BYTES: '60000' } });
  });

  afterAll(() => service.close());

  const agreementOf = (client = service.client, ipnftId = '1') =>
    client.call('generateAssignmentAgreement', {
      projectData: JSON.stringify(
        projectData({
          ...{ ipnftId, symbol: `Q${client.apiKey.slice(-4)}${ipnftId}`, chainId },
          wallet: service.chain.wallet(1).address,
        }),
      ),
    });
  const stored = async (tenant: string) =>
    Number(
      (
        await service.database.query<{ bytes: string }>(
          `SELECT bytes FROM storage_accounts WHERE tenant = '${tenant}'`,
        )
      )[0]?.bytes ?? 0,
    );
  const put = async (client: StartedService['client'], bytes: Uint8Array) => {
    const upload = await client.call('generateImageUploadUrl', {
      ...{ filename: 'art.png', contentType: 'image/png', ipnftId: '1' },
    });
    const response = await fetch(String(upload['uploadUrl']), {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: Buffer.from(bytes),
    });
    return { status: response.status, body: await response.text(), key: upload['key'] };
  };

  it('counts the same content once', async () => {
    expect((await agreementOf()).isSuccess).toBe(true);
    const once = await stored('acme');

    expect((await agreementOf()).isSuccess).toBe(true);

    expect(once).toBeGreaterThan(1000);
    expect(await stored('acme')).toBe(once);
  });

  it('is QUOTA_EXCEEDED beyond it, and another tenant is none the worse', async () => {
    const client = await service.clientOf('full');
    const codes = [];
    for (let id = 1; id <= 12; id += 1) {
      codes.push((await agreementOf(client, String(id))).error?.code ?? 'none');
    }

    expect(codes[0]).toBe('none');
    expect(codes.at(-1)).toBe('QUOTA_EXCEEDED');
    expect(await stored('full')).toBeLessThanOrEqual(60_000);
    expect((await agreementOf(await service.clientOf('empty'))).isSuccess).toBe(true);
  });

  it('is not passed by many at once', async () => {
    const client = await service.clientOf('crowd');

    await Promise.all(Array.from({ length: 12 }, (_, id) => agreementOf(client, String(id + 1))));

    expect(await stored('crowd')).toBeLessThanOrEqual(60_000);
  });

  it('holds for uploads and images too: 413, and nothing is left on the disk', async () => {
    const client = await service.clientOf('painter');
    const folder = service.env['UPLOADS_DIR'] ?? '';

    const refused = await put(client, Buffer.alloc(60_001));

    expect(refused.status).toBe(413);
    expect(refused.body).toContain('QUOTA_EXCEEDED');
    expect(readdirSync(folder)).toEqual([]);

    const agreement = await agreementOf(client);
    const { key, status } = await put(client, await pngImage(64));
    expect(status).toBe(200);
    const before = await stored('painter');
    const metadata = JSON.stringify(metadataFor(agreement, `Q${client.apiKey.slice(-4)}1`));
    const request = { metadata, imageKey: key, ipnftId: '1' };
    expect((await client.call('uploadMetadataWithImageKey', request)).error).toBeNull();
    expect(await stored('painter')).toBeGreaterThan(before);
  });
});

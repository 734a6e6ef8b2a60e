import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { projectData, metadataFor, pngImage } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const endpoint = process.env['S3_TEST_URL'];

(endpoint === undefined ? describe.skip : describe)('uploads to S3 (needs S3_TEST_URL)', () => {
  let service: StartedService;
  const ipnftId = '1';
  const bucket = `ipt-${Date.now()}`;

  const issue = (more: object = {}) =>
    service.client.call('generateImageUploadUrl', {
      filename: 'art.png',
      contentType: 'image/png',
      ipnftId,
      ...more,
    });
  const put = (url: unknown, body: Uint8Array, contentType = 'image/png') =>
    fetch(String(url), {
      method: 'PUT',
      headers: { 'content-type': contentType },
      body: Buffer.from(body),
    });

  beforeAll(async () => {
    const { username, password, origin } = new URL(endpoint ?? '');
    const credentials = { accessKeyId: username, secretAccessKey: password };
    const s3 = new S3Client({
      endpoint: origin,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials,
    });
    await s3.send(new CreateBucketCommand({ Bucket: bucket }));
    s3.destroy();
    service = await startService({
      env: {
        S3_BUCKET: bucket,
        MAX_IMAGE_BYTES: '50000',
        S3_ENDPOINT: origin,
        S3_ACCESS_KEY_ID: username,
        S3_SECRET_ACCESS_KEY: password,
      },
    });
  });

  afterAll(() => service.close());

  it('stores an image that was put straight to the bucket', async () => {
    const wallet = service.chain.wallet(1).address;
    const agreement = await service.client.call('generateAssignmentAgreement', {
      projectData: JSON.stringify(
        projectData({ ipnftId, symbol: 'S3', wallet, chainId: 11155111 }),
      ),
    });
    const { uploadUrl, key } = await issue();
    const store = () =>
      service.client.call('uploadMetadataWithImageKey', {
        metadata: JSON.stringify(metadataFor(agreement, 'S3')),
        imageKey: key,
        ipnftId,
      });
    expect((await store()).error?.code).toBe('IMAGE_UPLOAD_FAILED');

    const answer = await put(uploadUrl, await pngImage());

    expect(answer.status).toBe(200);
    expect(await store()).toMatchObject({
      isSuccess: true,
      imageCid: expect.stringMatching(/^bafkrei/),
    });
  });

  it('is refused with another content type, a changed URL, and too late', async () => {
    const { uploadUrl } = await issue({ expiresIn: 1 });
    const image = await pngImage();
    expect((await put(uploadUrl, image, 'text/html')).status).toBe(403);
    expect((await put(String(uploadUrl).replace('art.png', 'tra.png'), image)).status).toBe(403);
    const lateMs = Date.now() + 2100;
    while (Date.now() < lateMs) await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await put(uploadUrl, image)).status).toBe(403);
  });

  it('refuses an image above the cap when it is read, which the URL cannot', async () => {
    const wallet = service.chain.wallet(1).address;
    const agreement = await service.client.call('generateAssignmentAgreement', {
      projectData: JSON.stringify(
        projectData({ ipnftId: '2', symbol: 'S3BIG', wallet, chainId: 11155111 }),
      ),
    });
    const { uploadUrl, key } = await issue({ ipnftId: '2' });
    expect((await put(uploadUrl, Buffer.alloc(60_000))).status).toBe(200);

    const { error } = await service.client.call('uploadMetadataWithImageKey', {
      metadata: JSON.stringify(metadataFor(agreement, 'S3BIG')),
      ...{ imageKey: key, ipnftId: '2' },
    });

    expect(error).toMatchObject({ code: 'UPLOAD_TOO_LARGE', retryable: false });
  });

  it('does not take images in itself', async () => {
    expect(
      (await put(`${service.running.url}/uploads/ipnft-1/art.png?id=x`, Buffer.from('x'))).status,
    ).toBe(404);
  });
});

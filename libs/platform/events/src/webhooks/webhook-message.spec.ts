import { describe, expect, it } from '@jest/globals';
import { shownSecret, webhookHeaders } from './webhook-message.js';

const MESSAGE = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  body: '{"test": 2432232314}',
  at: new Date(1_614_265_330_000),
};
const SECRET = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');

describe('a message', () => {
  it('is signed as the example of Standard Webhooks', () => {
    expect(webhookHeaders([SECRET], MESSAGE)).toEqual({
      'webhook-id': MESSAGE.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('has a signature for each secret that counts', () => {
    const { 'webhook-signature': signatures = '' } = webhookHeaders(
      [SECRET, Buffer.from('other')],
      MESSAGE,
    );

    expect(signatures.split(' ')).toHaveLength(2);
  });

  it('shows its secret as receivers are given it', () => {
    expect(shownSecret(SECRET)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  });
});

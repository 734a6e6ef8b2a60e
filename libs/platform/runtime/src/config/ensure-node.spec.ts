import { describe, expect, it } from '@jest/globals';
import { decideNode } from './index.js';

describe('decideNode', () => {
  it('goes on with the pinned release line and newer ones', () => {
    const never = () => {
      throw new Error('must not look for another Node');
    };

    expect(decideNode('24.21.0', never)).toEqual({ kind: 'go-on' });
    expect(decideNode('26.0.0', never)).toEqual({ kind: 'go-on' });
  });

  it('runs again on the pinned Node when the machine has an older one', () => {
    expect(decideNode('20.20.2', () => '/p/node')).toEqual({ kind: 'run-again', node: '/p/node' });
  });

  it('stops with one line when there is no pinned Node', () => {
    const decision = decideNode('18.0.0', () => undefined);

    expect(decision).toMatchObject({ kind: 'stop' });
    expect(decision).toHaveProperty('reason', expect.stringMatching(/^Node 24 .* 18\.0\.0.*$/));
  });
});

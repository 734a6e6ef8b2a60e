import { describe, expect, it } from '@jest/globals';
import { parseCommand } from './command.js';

describe('a command', () => {
  it.each([
    ['ack DiskFull', { kind: 'ack', name: 'DiskFull' }],
    ['ACKNOWLEDGE  DiskFull on db-1 ', { kind: 'ack', name: 'DiskFull on db-1' }],
    ['silence DiskFull', { kind: 'silence-1h', name: 'DiskFull' }],
    ['silence Disk Full 4H', { kind: 'silence-4h', name: 'Disk Full' }],
    ['silence DiskFull morning', { kind: 'silence-morning', name: 'DiskFull' }],
    // The one word is the name, whatever it is.
    ['silence morning', { kind: 'silence-1h', name: 'morning' }],
    ['silence DiskFull constructor', { kind: 'silence-1h', name: 'DiskFull constructor' }],
    ['ack 4h', { kind: 'ack', name: '4h' }],
    ['resolve DiskFull', { kind: 'resolve', name: 'DiskFull' }],
    ['graph DiskFull', { kind: 'graph', name: 'DiskFull' }],
  ])('is %s', (text, command) => {
    expect(parseCommand(text)).toEqual(command);
  });

  it.each([
    '',
    'ack',
    'silence',
    'explode DiskFull',
    'constructor DiskFull',
    '__proto__ x',
    'toString x',
  ])('is not %j', (text) => {
    expect(parseCommand(text)).toBeUndefined();
  });
});

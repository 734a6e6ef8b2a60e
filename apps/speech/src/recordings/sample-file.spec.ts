import { open, type FileHandle } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SampleFile } from './sample-file.js';

/** Bytes, where they begin, how many, and where they go. */
type Written = readonly [Buffer, number, number, number];
type Write = (this: FileHandle, ...written: Written) => Promise<unknown>;

const count = (from: number, until: number): Int16Array =>
  Int16Array.from({ length: until - from }, (_, index) => from + index);

describe('a recording on disk', () => {
  let file: SampleFile;
  beforeEach(async () => {
    file = await SampleFile.create();
  });
  afterEach(() => file.close());

  it('is read while it still comes: as soon as what is asked for is there', async () => {
    file.append(count(0, 100));
    const late = file.read(50, 150);
    const early = await file.read(10, 90);
    file.append(count(100, 200));

    expect(early).toEqual(count(10, 90));
    expect(await late).toEqual(count(50, 150));
  });

  it('is whole, though the disk takes it in parts', async () => {
    const other = await open('/dev/null');
    const handles = Object.getPrototypeOf(other) as { write: Write };
    const whole = handles.write;
    const partly = jest.spyOn(handles, 'write').mockImplementation(function (
      this: FileHandle,
      ...[bytes, from, length, at]: Written
    ) {
      return whole.call(this, bytes, from, Math.ceil(length / 2), at);
    });
    try {
      file.append(count(0, 100));
      file.append(count(100, 200));

      expect(await file.read(0, 200)).toEqual(count(0, 200));
    } finally {
      partly.mockRestore();
      await other.close();
    }
  });

  it('ends with what there is', async () => {
    file.append(count(0, 30));
    const reading = file.read(20, 90);
    file.end();

    expect(await reading).toEqual(count(20, 30));
    expect(await file.read(30, 90)).toHaveLength(0);
  });

  it('fails for those who read it, when it cannot be decoded any further', async () => {
    file.append(count(0, 30));
    const reading = file.read(20, 90);
    file.end(new Error('not decoded'));

    await expect(reading).rejects.toThrow('not decoded');
  });

  it('is over for those who still read it, when it is closed', async () => {
    const reading = file.read(0, 10);
    await file.close();

    await expect(reading).rejects.toThrow('closed');
    file = await SampleFile.create();
  });
});

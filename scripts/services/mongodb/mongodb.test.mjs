import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { MongoClient } from 'mongodb';

import { sleep } from '../../lib/progress.mjs';
import { testPlace } from '../test-place.mjs';

const mongodb = testPlace('mongodb', 'MONGODB_URI');
let client;

before(async () => {
  const answer = await mongodb.up();
  assert.deepEqual(answer.missing, {});
  client = new MongoClient(answer.mongodb.uri, { serverSelectionTimeoutMS: 5_000 });
});
after(async () => {
  await client.close();
  await mongodb.remove();
});

const collection = (name) => client.db('check').collection(name);

test('writes, reads, and keeps a unique index', async () => {
  const users = collection('users');
  await users.createIndex({ email: 1 }, { unique: true });
  await users.insertOne({ _id: 1, email: 'a@example.org' });

  assert.deepEqual(await users.find().toArray(), [{ _id: 1, email: 'a@example.org' }]);
  await assert.rejects(users.insertOne({ _id: 2, email: 'a@example.org' }), { code: 11000 });
});

test('lets one of many concurrent claims win', async () => {
  const claims = collection('claims');
  await claims.insertOne({ _id: 1, owner: null });

  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, worker) =>
      claims.findOneAndUpdate({ _id: 1, owner: null }, { $set: { owner: worker } }),
    ),
  );

  assert.equal(answers.filter((claimed) => claimed !== null).length, 1);
});

const refused = {
  'a collation': () =>
    collection('r')
      .find({}, { collation: { locale: 'es' } })
      .toArray(),
  'a collation of an update': () =>
    collection('r').updateOne({}, { $set: { a: 1 } }, { collation: { locale: 'es' } }),
  'a unique partial index': () =>
    collection('r').createIndex(
      { a: 1 },
      { unique: true, partialFilterExpression: { a: { $gt: 1 } } },
    ),
  'an update with a pipeline': () => collection('r').updateOne({}, [{ $set: { a: 1 } }]),
  'a change stream': () => collection('r').watch().next(),
  'a search for words': () =>
    collection('r')
      .find({ $text: { $search: 'x' } })
      .toArray(),
  'a transaction': () =>
    client.withSession((session) =>
      session.withTransaction(() => collection('r').insertOne({}, { session })),
    ),
};
for (const [feature, attempt] of Object.entries(refused)) {
  test(`refuses ${feature}`, async () => {
    await assert.rejects(attempt, /set MONGODB_URI to a MongoDB|Transaction numbers/);
  });
}

test('up after a kill in the middle of writes keeps every acknowledged one', async () => {
  const acknowledged = [];
  const writing = writeUntilError(collection('kept'), acknowledged);
  while (acknowledged.length < 200) await sleep(5);
  await mongodb.kill();
  await writing;

  await mongodb.up();

  const found = await collection('kept').distinct('_id');
  assert.deepEqual(
    acknowledged.filter((id) => !found.includes(id)),
    [],
  );
});

test('up after a kill in the middle of large commands keeps each as a whole or not at all', async () => {
  const batch = (from) => Array.from({ length: 900 }, (_, id) => ({ _id: from + id, text: LONG }));
  const writeAll = async (documents) => {
    for (let from = 0; from < 18_000; from += 900) {
      await documents.insertMany(batch(from), { ordered: false });
    }
  };
  for (const afterMs of [100, 150, 200, 250, 300, 400]) {
    const large = collection(`large-${afterMs}`);
    const writing = writeAll(large).catch(() => undefined);
    await sleep(afterMs);
    await mongodb.kill();
    await writing;
    await mongodb.up();

    const count = await large.countDocuments();
    assert.equal(count % 900, 0);
    await large.insertMany(batch(count));
  }
});

const LONG = 'x'.repeat(500);

test('down leaves nothing', async () => {
  const former = mongodb.entry();

  await mongodb.down();

  assert.equal(await mongodb.isGone(former), true);
});

async function writeUntilError(documents, acknowledged) {
  try {
    for (let id = 0; ; id++) {
      await documents.insertOne({ _id: id });
      acknowledged.push(id);
    }
  } catch {
    // The server was killed.
  }
}

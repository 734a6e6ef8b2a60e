import { setTimeout as sleep } from 'node:timers/promises';

/** What kafkajs calls an Admin, as far as it is needed here. */
interface TopicAdmin {
  createTopics(request: {
    readonly topics: { topic: string; numPartitions: number }[];
    readonly waitForLeaders: boolean;
  }): Promise<boolean>;
  fetchTopicMetadata(request: { readonly topics: string[] }): Promise<unknown>;
}

const RETRY_MS = 50;
const ATTEMPTS = 200;

/**
 * Makes a topic and waits until the broker knows it. kafkajs' own wait fails when it asks a broker that has not heard of
 * the topic yet.
 */
export async function createTopic(
  admin: TopicAdmin,
  topic: string,
  numPartitions = 1,
): Promise<void> {
  await admin.createTopics({ topics: [{ topic, numPartitions }], waitForLeaders: false });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await admin.fetchTopicMetadata({ topics: [topic] });
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await sleep(RETRY_MS);
    }
  }
}

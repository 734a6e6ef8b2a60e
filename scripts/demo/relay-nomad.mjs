import { once } from 'node:events';
import { createServer } from 'node:http';

/** As "Event Stream" of Nomad's API documentation shows one. */
const EVENT = {
  Topic: 'Deployment',
  Type: 'DeploymentStatusUpdate',
  Key: 'd3b07384-d113-4ec0-a5f5-1a2b3c4d5e6f',
  Namespace: 'default',
  FilterKeys: ['web'],
  Index: 7,
  Payload: { Deployment: { JobID: 'web', Status: 'failed' } },
};

/** A Nomad whose event stream has one event. */
export async function startNomad() {
  const server = createServer((_request, response) => {
    response.writeHead(200);
    response.write(`${JSON.stringify({ Index: EVENT.Index, Events: [EVENT] })}\n{}\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    env: { EVENTS_NOMAD_IN_ADDRESS: `http://127.0.0.1:${server.address().port}` },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Bare node:http: parses a notification and answers. Nothing is kept. */
import { createServer } from 'node:http';

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : { alerts: [] };
    const answer = JSON.stringify(body.alerts.length >= 0 ? { Message: 'OK' } : {});
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer);
  });
}).listen(Number(process.argv[2]), '127.0.0.1');

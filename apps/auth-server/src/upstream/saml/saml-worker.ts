/**
 * The thread that verifies SAML responses: the time for it grows with the square of their elements.
 *
 * It imports nothing of the project but types: Node runs it from source as well, in tests.
 */
import { parentPort } from 'node:worker_threads';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { SamlQuestion, SamlReply } from './saml-messages.js';

async function verified(question: SamlQuestion): Promise<SamlReply> {
  const { encoded, certificates, audience, consumer, requestId } = question;
  const saml = new SAML({
    ...{ issuer: audience, audience, callbackUrl: consumer, idpCert: [...certificates] },
    wantAuthnResponseSigned: question.isResponseSigned,
    wantAssertionsSigned: question.isAssertionSigned,
    acceptedClockSkewMs: question.skewMs,
    validateInResponseTo: ValidateInResponseTo.always,
    // The one request that this browser has sent, and that was answered by nothing before.
    cacheProvider: {
      saveAsync: () => Promise.resolve(null),
      getAsync: (id) => Promise.resolve(id === requestId ? new Date().toISOString() : null),
      removeAsync: () => Promise.resolve(null),
    },
  });
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
    const assertion = profile?.getAssertionXml?.();
    return assertion === undefined ? { refused: 'Nobody is named.' } : { assertion };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (question: SamlQuestion) => {
  void verified(question).then((reply) => parentPort?.postMessage(reply));
});

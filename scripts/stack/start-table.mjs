import { table } from '../lib/progress.mjs';

/** `ready, but ...` and `not ready: ...`, as `readiness.mjs` words them. */
const WITH_REASON = /^(?<state>.+?)(?:, but |: )(?<reason>.+)$/s;

/**
 * What a start tells at its end. A reason would make the table wider than any terminal: it stands below.
 *
 * @param {object} options
 * @param {readonly { name: string, engine: string }[]} options.selected
 * @param {Record<string, number>} options.ports
 * @param {string} options.gatewayUrl
 * @param {readonly string[]} options.states of the gateway, then of each service
 * @returns {string[]} lines
 */
export function startTable({ selected, ports, gatewayUrl, states: [gatewayState, ...states] }) {
  const told = states.map((state) => WITH_REASON.exec(state)?.groups ?? { state });
  const rows = selected.map(({ name, engine }, index) => [
    name,
    `http://localhost:${ports[name]}`,
    `${gatewayUrl}/docs/${name}`,
    engine,
    told[index].reason === undefined ? told[index].state : `${told[index].state} (see below)`,
  ]);
  const gateway = ['gateway', gatewayUrl, `${gatewayUrl}/`, '-', gatewayState];
  const reasons = selected.flatMap(({ name }, index) =>
    told[index].reason === undefined ? [] : [`${name}: ${told[index].reason}`],
  );

  const heading = ['Service', 'URL', 'Documentation', 'Engine', 'State'];
  return ['', ...table([heading, gateway, ...rows]), '', ...reasons, ...(reasons[0] ? [''] : [])];
}

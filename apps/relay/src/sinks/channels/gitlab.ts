import { attributesOf } from '../base/attributes.js';
import { channel } from '../base/channel.js';
import { withReply } from '../http/posting.js';
import { fingerprint } from '../base/sink-base.js';

/** Pipelines of GitLab, started with a trigger token ("Trigger a pipeline with a token"). */
export const gitlab = channel({
  name: 'gitlab',
  title: 'GitLab pipeline triggers',
  titles: ['Gitlab'],
  options: {
    base_url: {
      kind: 'address',
      description: 'Address of GitLab.',
      example: 'https://gitlab.example',
      default: 'https://gitlab.com',
    },
    token: {
      kind: 'text',
      description: 'Trigger token of projects that name none.',
      example: 'glptt-xxx',
      secret: true,
    },
    project: {
      kind: 'texts',
      description: 'Projects and their refs, where no template names them.',
      example: 'group/project@main',
    },
    variables: {
      kind: 'template',
      description: 'Template of the variables, as a JSON object of texts; the labels if absent.',
      example: '{"ALERT": {{ toJSON .data.labels.alertname }}}',
    },
  },
  needs: ['token'],
  target: 'projects, as token=project@ref or project@ref',
  isChat: false,
  escape: 'plain',
  selectorNames: ['gitlab-projects'],
  selectorAlso: ['GITLAB_OUT_PROJECTS'],
  open: ({ base_url: baseUrl, token = '', project = [], variables }, { call }) => ({
    targets: project,
    label: labelOf,
    limits: () => [{ name: 'gitlab', capacity: 10, perSecond: 1 }],
    compose({ target, event }) {
      const { given, id, ref } = partsOf(target);
      const form = new URLSearchParams({ token: given === '' ? token : given, ref });
      const attributes = named(attributesOf(event, variables));
      for (const [name, value] of attributes) form.set(`variables[${name}]`, value);
      const request = {
        url: `${baseUrl}/api/v4/projects/${encodeURIComponent(id)}/trigger/pipeline`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      };
      return async () => withReply(await call(request), ['id', 'web_url', 'status']);
    },
  }),
});

/** A variable's name has letters, digits and underscores ("CI/CD variables"). */
const named = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).map(([name, value]) => [name.replaceAll(/\W/g, '_'), value] as const);

function partsOf(target: string) {
  const [, given = '', rest = ''] = /^(?:([^=]*)=)?(.*)$/.exec(target) ?? [];
  const at = rest.lastIndexOf('@');
  const ref = at < 0 ? '' : rest.slice(at + 1);
  return { given, id: at < 0 ? rest : rest.slice(0, at), ref: ref === '' ? 'main' : ref };
}

function labelOf(target: string): string {
  const { given, id, ref } = partsOf(target);
  return `${id}@${ref}${given === '' ? '' : `#${fingerprint(given)}`}`;
}

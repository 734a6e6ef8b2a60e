import type { WaitingRequest } from './approvals.js';
import { isOpenidScope } from '../scopes/scope.js';
import { html } from '../pages/html.js';
import { page, type Look } from '../pages/page.js';
import { say } from '../pages/texts/say.js';

export interface ApprovalView extends WaitingRequest {
  readonly token: string;
  readonly signedInAs: string;
}

/** What a client that is elsewhere asks for. Nothing happens by opening it. */
export const approvalPage = (look: Look, view: ApprovalView): string =>
  page(look, {
    title: say(look, 'allowTitle'),
    body: html`<h1>${say(look, 'allowTitle')}</h1>
      <p>
        ${say(look, 'askedAccess', {
          client: html`<strong dir="auto">${view.clientName}</strong>`,
        })}
      </p>
      ${messageOf(look, view)}
      <p>${say(look, 'deviceForeign')}</p>
      <fieldset>
        <legend>${say(look, 'permissions')}</legend>
        <ul>
          ${view.scopes.map(
            ({ name, description }) =>
              html`<li>${isOpenidScope(name) ? say(look, `scope.${name}`) : description}</li>`,
          )}
        </ul>
      </fieldset>
      <form method="post" action="/account/approval">
        <input type="hidden" name="token" value="${view.token}" />
        <p>
          ${say(look, 'signedInAs', { name: html`<strong dir="auto">${view.signedInAs}</strong>` })}
        </p>
        <div class="buttons">
          <button type="submit" name="answer" value="allow">${say(look, 'allow')}</button>
          <button class="second" type="submit" name="answer" value="deny">
            ${say(look, 'cancel')}
          </button>
        </div>
      </form>`,
  });

const messageOf = (look: Look, { message }: WaitingRequest) =>
  message === undefined
    ? undefined
    : html`<p>
        ${say(look, 'approvalMessage', { message: html`<strong dir="auto">${message}</strong>` })}
      </p>`;

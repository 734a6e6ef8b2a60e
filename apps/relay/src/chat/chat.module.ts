import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { OnCallModule } from '../on-call/on-call.module.js';
import { AlertActions } from '../sinks/actions/action.js';
import { SlackActions } from '../sinks/actions/slack-actions.js';
import { Actions } from './actions.js';
import { ConfiguredSilences } from './configured-silences.js';
import { SlackSocket } from './slack-socket.js';
import { TelegramUpdates } from './telegram-updates.js';

@Module({
  imports: [DispatchModule, IntakeModule, OnCallModule],
  providers: [
    Actions,
    ConfiguredSilences,
    SlackActions,
    SlackSocket,
    TelegramUpdates,
    { provide: AlertActions, useExisting: Actions },
  ],
  exports: [Actions, ConfiguredSilences, SlackActions],
})
export class ChatModule {}

import { Module } from '@nestjs/common';
import { WebhookCaller } from '@sextant/platform-events/webhooks';
import { ProgramsModule } from '../programs/programs.module.js';
import { SynthesisModule } from '../synthesis/synthesis.module.js';
import { BookHeads } from './book-heads.js';
import { BookStore } from './book-store.js';
import { BookWebhookStore } from './book-webhook.js';
import { BookWorker } from './book-worker.js';
import { BookForms } from './book.form.js';
import { BooksController } from './books.controller.js';
import { Books } from './books.js';
import { DocumentReader } from './documents/document-reader.js';
import { ProgramReader } from './documents/program-reader.js';
import { M4bDescriber } from './files/m4b.js';
import { MediabunnyM4b } from './files/mediabunny-m4b.js';
import { PostgresBookStore } from './postgres-book-store.js';
import { PostgresBookWebhooks } from './postgres-book-webhooks.js';
import { BookWebhookCaller } from './webhook-caller.js';
import { BookWebhookWorker } from './webhook-worker.js';

@Module({
  imports: [ProgramsModule, SynthesisModule],
  providers: [
    BookForms,
    BookHeads,
    Books,
    BookWebhookWorker,
    BookWorker,
    { provide: BookStore, useClass: PostgresBookStore },
    { provide: BookWebhookStore, useClass: PostgresBookWebhooks },
    { provide: DocumentReader, useClass: ProgramReader },
    { provide: M4bDescriber, useClass: MediabunnyM4b },
    { provide: WebhookCaller, useClass: BookWebhookCaller },
  ],
  controllers: [BooksController],
})
export class BooksModule {}

import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { BOOK_FORMAT } from './files/book-format.js';
import type { Book } from './book.js';
import { Books } from './books.js';
import type { Caller } from '../access/scopes.js';
import { BookEvents } from './book-events.presenter.js';
import { BookForms } from './book.form.js';
import { BookDto, BookListDto, CreateBookDto } from './books.dto.js';
import { rangeOf } from '../http/byte-range.js';
import { CurrentCaller } from '../access/caller.decorator.js';
import { isStillKnown } from '../access/caller.middleware.js';
import { Needs } from '../access/scope.guard.js';
import { presentBook } from './book.presenter.js';
import { ReaderGoneError, send } from '../synthesis/streams/stream.presenter.js';

@ApiTags('books')
@ApiBearerAuth()
@Controller('v1/audio/books')
export class BooksController {
  readonly #events = new BookEvents();

  constructor(
    private readonly books: Books,
    private readonly forms: BookForms,
  ) {}

  @Post()
  @HttpCode(202)
  @Needs('audio:stream')
  @ApiOperation({ summary: 'Speaks a document in the background: EPUB, HTML, Markdown or text.' })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: CreateBookDto })
  @ApiAcceptedResponse({ type: BookDto })
  async create(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BookDto> {
    const { workspace } = caller;
    const { book, webhookSecret } = await this.forms.use({ caller, request, response }, (upload) =>
      this.books.create(workspace, upload),
    );
    response.setHeader('Location', `/v1/audio/books/${book.id}`);
    return presentBook(book, { ...(await this.viewOf(book)), webhookSecret });
  }

  @Get()
  @Needs('audio:stream')
  @ApiOperation({ summary: 'The books of the workspace.' })
  @ApiOkResponse({ type: BookListDto })
  async list(@CurrentCaller() { workspace }: Caller): Promise<BookListDto> {
    const books = await this.books.list(workspace);
    const webhooks = await this.books.webhooks(books);
    const shown = books.map(async (book) => {
      const progress = await this.books.progress(book.id);
      return presentBook(book, { progress, webhook: webhooks.get(book.id) });
    });
    return { books: await Promise.all(shown) };
  }

  @Get(':book_id')
  @Needs('audio:stream')
  @ApiOperation({ summary: 'How far a book is.' })
  @ApiOkResponse({ type: BookDto })
  async get(
    @Param('book_id') id: string,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<BookDto> {
    const book = await this.books.get(workspace, id);
    return presentBook(book, { ...(await this.viewOf(book)), parts: await this.books.parts(id) });
  }

  @Get(':book_id/events')
  @Needs('audio:stream')
  @ApiOperation({ summary: 'The same as server-sent events, until it is complete or has failed.' })
  @ApiProduces('text/event-stream')
  async events(
    @Param('book_id') id: string,
    @CurrentCaller() { workspace, rootId }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const look = () => this.look(workspace, id);
    const isAllowed = () => isStillKnown(request);
    await this.#events.tell({ rootId, isAllowed, look }, response);
  }

  @Get(':book_id/audio')
  @Needs('audio:stream')
  @ApiOperation({
    summary: 'The whole recording with its chapters, MP3 or M4B, when the book is complete.',
  })
  @ApiProduces('audio/mpeg', 'audio/mp4')
  async audio(
    @Param('book_id') id: string,
    @CurrentCaller() { workspace }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { format, bytes, content } = await this.books.audio(workspace, id);
    const { start, end } = rangeOf(request, response, bytes);
    response.setHeader('Content-Type', BOOK_FORMAT[format].mediaType);
    response.setHeader('Content-Length', String(end - start));
    response.setHeader('Content-Disposition', `attachment; filename="book.${format}"`);
    response.setHeader('Cache-Control', 'no-store');
    try {
      for await (const part of content(start, end)) await send(response, part);
      response.end();
    } catch (error) {
      if (error instanceof ReaderGoneError) return;
      response.destroy();
      throw error;
    }
  }

  @Delete(':book_id')
  @HttpCode(204)
  @Needs('audio:stream')
  @ApiOperation({ summary: 'Deletes a book, also while it is spoken.' })
  @ApiNoContentResponse()
  async delete(
    @Param('book_id') id: string,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<void> {
    await this.books.delete(workspace, id);
  }

  private async look(workspace: string, id: string): Promise<BookDto> {
    const book = await this.books.get(workspace, id);
    return presentBook(book, await this.viewOf(book));
  }

  private async viewOf(book: Book) {
    const webhooks = await this.books.webhooks([book]);
    return { progress: await this.books.progress(book.id), webhook: webhooks.get(book.id) };
  }
}

import { describeKilledBook } from './killed-books.js';

describeKilledBook(200_000, 2);

import { describeKilledBook } from './killed-books.js';

describeKilledBook(10_000, 2);

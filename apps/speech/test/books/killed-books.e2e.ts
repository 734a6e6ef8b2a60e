import { describeKilledBook } from './killed-books.js';

describeKilledBook({ characters: 5_000, kills: 2, format: 'mp3' });
describeKilledBook({ characters: 5_000, kills: 2, format: 'm4b' });

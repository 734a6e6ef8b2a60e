import { describeKilledBook } from './killed-books.js';

describeKilledBook({ characters: 1_200, kills: 2, format: 'mp3' });
describeKilledBook({ characters: 1_200, kills: 2, format: 'm4b' });

import { describeKilledBook } from './killed-books.js';

describeKilledBook({ characters: 2_400, kills: 2, format: 'mp3' });
describeKilledBook({ characters: 2_400, kills: 2, format: 'm4b' });

import { describeNoise } from '../../test/books/noise.js';

describeNoise(10_000);

const SENTENCES = [
  'The government has announced new measures to protect the environment in the whole country.',
  'She did not want to go to the market because it was raining and the streets were full of water.',
  'The house is big and the garden is full of flowers that the children of the village like.',
  'We think that the students will read three books before the end of the month of October.',
  'The train leaves the station at nine in the morning and arrives in the city in the evening.',
  'My brother works in a small company that sells machines for the farmers of the region.',
  'The doctor said that the man has to sleep more and that he should drink much less coffee.',
];

/**
 * `count` different English texts of exactly `length` characters: real sentences, cut, and made different
 * by a number, so that nothing between the client and the engine can answer from memory.
 */
export function texts(count, length) {
  return Array.from({ length: count }, (_unused, index) => {
    const rotated = [...SENTENCES.slice(index % 7), ...SENTENCES.slice(0, index % 7)].join(' ');
    return `Number ${index}. ${rotated}`.slice(0, length - 1).padEnd(length - 1) + '.';
  });
}

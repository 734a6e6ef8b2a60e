const ENGLISH = [
  'The government has announced new measures to protect the environment in the whole country.',
  'She did not want to go to the market because it was raining and the streets were full of water.',
  'The house is big and the garden is full of flowers that the children of the village like.',
  'We think that the students will read three books before the end of the month of October.',
  'The train leaves the station at nine in the morning and arrives in the city in the evening.',
  'My brother works in a small company that sells machines for the farmers of the region.',
  'The doctor said that the man has to sleep more and that he should drink much less coffee.',
];

const SPANISH = [
  'El gobierno ha anunciado nuevas medidas para proteger el medio ambiente en todo el país.',
  'No quiso ir al mercado porque llovía mucho y las calles estaban llenas de agua.',
  'La casa es grande y el jardín está lleno de flores que gustan a los niños del pueblo.',
  'Creemos que los estudiantes leerán tres libros antes del final del mes de octubre.',
  'El tren sale de la estación a las nueve de la mañana y llega a la ciudad por la tarde.',
  'Mi hermano trabaja en una empresa pequeña que vende máquinas a los agricultores.',
  'El médico dijo que el hombre tiene que dormir más y que debe beber mucho menos café.',
];

const SENTENCES = { en: ENGLISH, es: SPANISH };
const NUMBER = { en: 'Number', es: 'Número' };

/**
 * `count` different texts of exactly `length` characters: real sentences, cut, and made different
 * by a number, so that nothing between the client and the engine can answer from memory.
 */
export function texts(count, length, language = 'en') {
  const sentences = SENTENCES[language];
  return Array.from({ length: count }, (_unused, index) => {
    const rotated = [...sentences.slice(index % 7), ...sentences.slice(0, index % 7)].join(' ');
    return `${NUMBER[language]} ${index}. ${rotated}`.slice(0, length - 1).padEnd(length - 1) + '.';
  });
}

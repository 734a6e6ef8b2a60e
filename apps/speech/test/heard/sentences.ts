export type Kind = 'plain' | 'numbers' | 'dates' | 'SSML' | 'lexicon';

/** What a voice is given, and what somebody who hears it writes down. */
export interface Sentence {
  readonly kind: Kind;
  readonly input: string;
  /** As `canonical()` has it; that of the input if absent. */
  readonly heard?: string;
}

const of = (kind: Kind, sentences: readonly (string | readonly [string, string])[]): Sentence[] =>
  sentences.map((sentence) =>
    typeof sentence === 'string'
      ? { kind, input: sentence }
      : { kind, input: sentence[0], heard: sentence[1] },
  );

/** Words that a text of rules says otherwise than they are read. */
export const LEXICON = [
  { string_to_replace: 'K8s', type: 'alias', alias: 'the cluster' },
  { string_to_replace: 'Tbsp', type: 'alias', alias: 'tablespoons' },
  { string_to_replace: 'Deutschland', type: 'alias', alias: 'Germany' },
  { string_to_replace: 'HQ', type: 'alias', alias: 'headquarters' },
  { string_to_replace: 'ACME', type: 'alias', alias: 'the company' },
] as const;

export const SENTENCES: readonly Sentence[] = [
  ...of('plain', [
    'The train to the coast starts early in the morning.',
    'She closed the window because the wind was cold.',
    'Nobody in the village remembered the old bridge.',
    'We walked along the river until the sun went down.',
    'Please leave your coat and your umbrella at the door.',
    'The children were playing quietly in the garden.',
    'He bought fresh bread and a bottle of milk.',
    'Our neighbours have painted their house yellow.',
    'A small boat was waiting for us near the harbour.',
    'The doctor said that she should drink more water.',
    'My brother works in a library in the middle of town.',
    'They listened to the music and did not say a word.',
    'The road to the mountains is closed in winter.',
    'I would like a cup of tea without sugar.',
    'Every answer to that question leads to another question.',
    'The museum shows pictures of people who lived here long ago.',
  ]),
  ...of('numbers', [
    ['The ticket costs $15.', 'the ticket costs 15 dollars'],
    ['About 250 people came to the concert.', 'about 250 people came to the concert'],
    ['The tower is 85 m high.', 'the tower is 85 meters high'],
    ['Nearly 40% of the houses are empty.', 'nearly 40 percent of the houses are empty'],
    ['She ran 12 km before breakfast.', 'she ran 12 kilometers before breakfast'],
    ['Room 17 is on the 3rd floor.', 'room 17 is on the 3 floor'],
    ['The bag weighs 5 kg.', 'the bag weighs 5 kilograms'],
    ['They sold 1,200 books last year.', 'they sold 1200 books last year'],
  ]),
  ...of('dates', [
    ['The shop opens at 9:30 in the morning.', 'the shop opens at 930 in the morning'],
    ['She was born on March 3, 2021.', 'she was born on march 3 2021'],
    ['The school was built on 22 July 1998.', 'the school was built on 22 july 1998'],
    ['The war ended in 1945.', 'the war ended in 1945'],
    ['The meeting is on Monday, May 21st.', 'the meeting is on monday may 21'],
    ['Breakfast is served until 10:15.', 'breakfast is served until 1015'],
  ]),
  ...of('SSML', [
    [
      '<speak>Wait a moment. <break time="400ms"/> The door is open now.</speak>',
      'wait a moment the door is open now',
    ],
    [
      '<speak>Read this <prosody rate="80%">very slowly and clearly</prosody>, please.</speak>',
      'read this very slowly and clearly please',
    ],
    [
      '<speak>The <sub alias="World Wide Web Consortium">W3C</sub> writes standards.</speak>',
      'the world wide web consortium writes standards',
    ],
    ['<speak>The code is <say-as interpret-as="digits">407</say-as>.</speak>', 'the code is 407'],
    ['<speak><p><s>First we eat.</s><s>Then we talk.</s></p></speak>', 'first we eat then we talk'],
  ]),
  ...of('lexicon', [
    ['The service runs on K8s.', 'the service runs on the cluster'],
    ['Mix two Tbsp of olive oil with salt.', 'mix 2 tablespoons of olive oil with salt'],
    ['They came back from Deutschland.', 'they came back from germany'],
    ['The HQ is in a tall building.', 'the headquarters is in a tall building'],
    ['Yesterday ACME opened a new office.', 'yesterday the company opened a new office'],
  ]),
];

const NUMBERS: Readonly<Record<string, string>> = {
  ...{ one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8' },
  ...{ nine: '9', ten: '10', eleven: '11', twelve: '12', seventeen: '17', third: '3' },
};

/** British and American spelling are heard alike. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ...{ neighbours: 'neighbors', harbour: 'harbor', kilometres: 'kilometers', metres: 'meters' },
};

/** Words as they are compared: without case, punctuation, and ways to write numbers. */
export const canonical = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll(/\$(\d+)/g, '$1 dollars')
    .replaceAll('%', ' percent')
    .replaceAll(/(\d)[,:.](?=\d)/g, '$1')
    .replaceAll(/(\d)(st|nd|rd|th)\b/g, '$1')
    .replaceAll(/[^\p{L}\p{N} ]/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => NUMBERS[word] ?? SPELLINGS[word] ?? word);

export const expected = ({ input, heard = input }: Sentence): readonly string[] => canonical(heard);

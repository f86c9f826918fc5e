import { at, type Row, type Scenario } from './cell.ts';

const stream = 'watch sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
const both = ['added a@3 initial', 'added b@4 initial'];
const whole = ['listing 2', 'watching 9'];

const afterOne = (outcome: string, fault: string, waiting: string, ms: number): Scenario => ({
  outcome,
  answers: [fault, 'w'],
  requests: at(ms, stream),
  statuses: [waiting, ...at(ms, 'listing 0', ...whole)],
  changes: at(ms, ...both),
});

/**
 * Expected result: the streaming list breaks three times. The retry delays are 0.8 s and 1.6 s. The third failure has
 * the class `unsupported`, and the next list comes in pages.
 */
const thrice = (outcome: string, fault: string, failure: string): Scenario => ({
  outcome,
  answers: [fault, fault, fault, '(p|)'],
  requests: [...at(800, stream), ...at(2_400, stream, 'list limit=500', 'watch resourceVersion=9')],
  statuses: [
    `0 waiting ${failure} #1 until 800`,
    ...at(800, 'listing 0', `waiting ${failure} #2 until 2400`),
    ...at(2_400, 'listing 0', 'waiting unsupported #1 until 2400', 'listing 0', ...whole),
  ],
  changes: at(2_400, ...both),
});

/** The first request is a streaming list. The fault is its response, or interrupts its response. */
export const streamedList: Row = {
  opening: {
    streamingList: 'auto',
    answers: [],
    lead: '',
    requests: at(0, stream),
    statuses: at(0, 'listing 0'),
    changes: [],
  },
  cells: {
    'HTTP 410': afterOne(
      'after a retry delay the list is requested again, with the version unset',
      'G',
      '0 waiting expired #1 until 800',
      800,
    ),
    'in-stream 410': thrice(
      'the received objects are dropped; after a retry delay the list is requested again, with the version unset; the third failure in a row leads to a list in pages',
      '(ag)',
      'expired',
    ),
    '5xx': afterOne(
      'after a retry delay the list is requested again',
      'S',
      '0 waiting transient #1 until 800',
      800,
    ),
    '429 with delay': afterOne(
      'after the delay the list is requested again',
      'T',
      '0 waiting throttled #1 until 7000',
      7_000,
    ),
    '401': {
      outcome: 'the list is requested again with fresh credentials, at once; refused again, after 5 s',
      answers: ['U', 'U', 'w'],
      requests: [...at(0, stream), ...at(5_000, stream)],
      statuses: [
        ...at(0, 'waiting unauthorized #1 until 0', 'listing 0', 'waiting unauthorized #2 until 5000'),
        ...at(5_000, 'listing 0', ...whole),
      ],
      changes: at(5_000, ...both),
    },
    'login page': {
      outcome: 'the list is requested again with fresh credentials, at once; refused again, after 5 s',
      answers: ['H', 'H', 'w'],
      requests: [...at(0, stream), ...at(5_000, stream)],
      statuses: [
        ...at(0, 'waiting unauthorized #1 until 0', 'listing 0', 'waiting unauthorized #2 until 5000'),
        ...at(5_000, 'listing 0', ...whole),
      ],
      changes: at(5_000, ...both),
    },
    '403': afterOne(
      'after 30 to 60 s the list is requested again',
      'F',
      '0 waiting forbidden #1 until 30000',
      30_000,
    ),
    '404': afterOne(
      'after 0.4 to 0.8 s the list is requested again',
      'N',
      '0 waiting notFound #1 until 400',
      400,
    ),
    reset: thrice(
      'the received objects are dropped; after a retry delay the list is requested again; the third failure in a row leads to a list in pages',
      '(aR)',
      'transient',
    ),
    'idle stream': {
      outcome: '30 s after the last frame the list is aborted, and requested in pages at once',
      answers: ['4s a', '(p|)'],
      requests: at(34_000, 'list limit=500', 'watch resourceVersion=9'),
      statuses: at(34_000, 'waiting unsupported #1 until 34000', 'listing 0', ...whole),
      changes: at(34_000, ...both),
    },
    garbage: thrice(
      'the received objects are dropped; after a retry delay the list is requested again; the third failure in a row leads to a list in pages',
      'x', // the first line is invalid, so no earlier event shows that the stream has begun
      'transient',
    ),
    duplicate: {
      outcome: 'an object that comes twice is there once',
      answers: ['(aabe)'],
      requests: [],
      statuses: at(0, ...whole),
      changes: at(0, ...both),
      quiet: 'nothing failed',
    },
    'older resourceVersion': {
      outcome: 'an earlier state of an object is no change: none goes back',
      answers: ['(abo) e'],
      requests: [],
      statuses: at(5, ...whole),
      changes: at(5, ...both),
      quiet: 'nothing failed',
    },
    'server went back': {
      outcome:
        'the received objects are dropped; after a retry delay the list is requested again, and accepted with any version',
      answers: ['(aR)', 'W'],
      requests: at(800, stream),
      statuses: ['0 waiting transient #1 until 800', ...at(800, 'listing 0', 'listing 2', 'watching 5')],
      changes: at(800, 'added a@2 initial', 'added c@5 initial'),
    },
    'bookmark only': {
      outcome:
        'a bookmark that is not the end changes nothing: 30 s after the first frame the list is aborted, and requested in pages at once',
      answers: ['k 9999ms k', '(p|)'],
      requests: at(30_000, 'list limit=500', 'watch resourceVersion=9'),
      statuses: at(30_000, 'waiting unsupported #1 until 30000', 'listing 0', ...whole),
      changes: at(30_000, ...both),
    },
    'completes at once': thrice(
      'after a retry delay the list is requested again; the third failure in a row leads to a list in pages',
      '|',
      'transient',
    ),
    truncated: thrice(
      'half a line and the received objects are dropped; after a retry delay the list is requested again; the third failure in a row leads to a list in pages',
      '(az|)',
      'transient',
    ),
  },
};

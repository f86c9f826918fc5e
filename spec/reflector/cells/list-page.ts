import { at, type Row, type Scenario } from './cell.ts';

const first = 'list limit=500';
const second = 'list limit=500&continue=C1';
const watch = 'watch resourceVersion=9';
const both = ['added a@3 initial', 'added b@4 initial'];

/**
 * Expected result: the reflector drops the received pages. After a retry delay, the reflector lists all pages again.
 */
const again = (ms: number) =>
  ({
    requests: at(ms, first, second, watch),
    statuses: at(ms, 'listing 0', 'listing 1', 'listing 2', 'watching 9'),
    changes: at(ms, ...both),
  }) as const;

const afterOne = (outcome: string, fault: string, waiting: string, ms: number): Scenario => ({
  outcome,
  answers: [fault, '(h|)', '(r|)'],
  ...again(ms),
  statuses: [waiting, ...again(ms).statuses],
});

/** The first page of the list has arrived. The fault is the response to the request for the second page. */
export const listPage: Row = {
  opening: {
    streamingList: 'never',
    answers: ['(h|)'],
    lead: '',
    requests: at(0, first, second),
    statuses: at(0, 'listing 0', 'listing 1'),
    changes: [],
  },
  cells: {
    'HTTP 410': {
      outcome: 'the received pages are dropped; after a retry delay the list comes in one page',
      answers: ['G', '(p|)'],
      requests: at(800, 'list', watch),
      statuses: ['0 waiting expired #1 until 800', ...at(800, 'listing 0', 'listing 2', 'watching 9')],
      changes: at(800, ...both),
    },
    'in-stream 410': {
      cannot: 'a list is no stream: its 410 is the status of an answer',
    },
    '5xx': afterOne(
      'the received pages are dropped; after a retry delay the list begins again',
      'S',
      '0 waiting transient #1 until 800',
      800,
    ),
    '429 with delay': afterOne(
      'the received pages are dropped; after the delay the list begins again',
      'T',
      '0 waiting throttled #1 until 7000',
      7_000,
    ),
    '401': {
      outcome: 'the list begins again with fresh credentials, at once; refused again, after 5 s',
      answers: ['U', 'U', '(h|)', '(r|)'],
      requests: [...at(0, first), ...again(5_000).requests],
      statuses: [
        ...at(0, 'waiting unauthorized #1 until 0', 'listing 0', 'waiting unauthorized #2 until 5000'),
        ...again(5_000).statuses,
      ],
      changes: again(5_000).changes,
    },
    'login page': {
      outcome: 'the list begins again with fresh credentials, at once; refused again, after 5 s',
      answers: ['H', 'H', '(h|)', '(r|)'],
      requests: [...at(0, first), ...again(5_000).requests],
      statuses: [
        ...at(0, 'waiting unauthorized #1 until 0', 'listing 0', 'waiting unauthorized #2 until 5000'),
        ...again(5_000).statuses,
      ],
      changes: again(5_000).changes,
    },
    '403': afterOne(
      'the received pages are dropped; after 30 to 60 s the list begins again',
      'F',
      '0 waiting forbidden #1 until 30000',
      30_000,
    ),
    '404': afterOne(
      'the received pages are dropped; after 0.4 to 0.8 s the list begins again',
      'N',
      '0 waiting notFound #1 until 400',
      400,
    ),
    reset: afterOne(
      'the received pages are dropped; after a retry delay the list begins again',
      'R',
      '0 waiting transient #1 until 800',
      800,
    ),
    'idle stream': afterOne(
      'after 5 minutes the request is aborted; after a retry delay the list begins again',
      '-',
      '300000 waiting transient #1 until 300800',
      300_800,
    ),
    garbage: afterOne(
      'the received pages are dropped; after a retry delay the list begins again',
      'x',
      '0 waiting transient #1 until 800',
      800,
    ),
    duplicate: {
      outcome: 'an object that is on two pages is there once',
      answers: ['(i|)'],
      requests: at(0, watch),
      statuses: at(0, 'listing 3', 'watching 9'),
      changes: at(0, ...both),
      quiet: 'nothing failed',
    },
    'older resourceVersion': afterOne(
      'a page of another version than the first is refused; after a retry delay the list begins again',
      '(j|)',
      '0 waiting transient #1 until 800',
      800,
    ),
    'server went back': {
      outcome:
        'a page of another version than the first is refused; after a retry delay a list of the most recent state, with any version',
      answers: ['(j|)', '(Y|)'],
      requests: at(800, first, 'watch resourceVersion=5'),
      statuses: ['0 waiting transient #1 until 800', ...at(800, 'listing 0', 'listing 2', 'watching 5')],
      changes: at(800, 'added a@2 initial', 'added c@5 initial'),
    },
    'bookmark only': {
      cannot: 'a page holds objects alone; a bookmark in its place is garbage',
    },
    'completes at once': afterOne(
      'a page without a byte is not a list; after a retry delay the list begins again',
      '|',
      '0 waiting transient #1 until 800',
      800,
    ),
    truncated: afterOne(
      'a truncated page is dropped, with the pages before it; after a retry delay the list begins again',
      '(l|)',
      '0 waiting transient #1 until 800',
      800,
    ),
  },
};

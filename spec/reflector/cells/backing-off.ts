import { afterList, check } from './after-list.ts';
import { at, type Row, type Scenario } from './cell.ts';

const { differences, missed, relist, relisted, restored, resumed, watch } = afterList({
  resourceVersion: '9',
  a: 'a@3',
  next: 'm',
  missed: 'updated a@3 a@10 watch',
});

/** Expected result if the next watch sends an event whose object is not newer than the stored object. */
const checked = (outcome: string, event: string): Scenario => ({
  outcome: `${outcome} is no change. The retry delays begin again with the first one. The server is asked for its version. After a retry delay the objects are listed again.`,
  answers: [event, '(v|)', '(v|)', '(p|)', 'm'],
  requests: [...at(800, check), ...at(1_600, check), ...at(2_400, 'list limit=500', watch)],
  statuses: [
    '800 waiting transient #1 until 1600',
    '1600 waiting expired #1 until 2400',
    ...at(2_400, 'listing 0', 'listing 2', 'watching 9'),
  ],
  changes: at(2_400, missed),
});

/**
 * The reflector waits: the server has refused the watch with 500, and the retry delay is 0.8 s. No request is open
 * during the delay. Therefore the fault affects the next request.
 */
export const backingOff: Row = {
  opening: {
    streamingList: 'never',
    answers: ['(p|)', 'S', '(v|)'],
    lead: '',
    requests: [...at(0, 'list limit=500', watch), ...at(800, check, watch)],
    statuses: [
      ...at(0, 'listing 0', 'listing 2', 'watching 9', 'waiting transient #1 until 800'),
      ...at(800, 'watching 9'),
    ],
    changes: at(0, 'added a@3 initial', 'added b@4 initial'),
  },
  cells: {
    'HTTP 410': relisted(
      'after the first step of its own a list that is not older than the last event',
      'G',
      '800 waiting expired #1 until 1600',
      1_600,
    ),
    'in-stream 410': relisted(
      'after the first step of its own a list that is not older than the last event',
      'g',
      '800 waiting expired #1 until 1600',
      1_600,
    ),
    '5xx': {
      outcome:
        'after the next retry delay the watch is requested again; the fifth failure in a row leads to a list',
      answers: ['S', '(v|)', 'S', '(v|)', 'S', '(v|)', 'S', '(q|)'],
      requests: [
        ...at(2_400, check, watch),
        ...at(5_600, check, watch),
        ...at(12_000, check, watch),
        ...at(24_800, relist, 'watch resourceVersion=20'),
      ],
      statuses: [
        '800 waiting transient #2 until 2400',
        ...at(2_400, 'watching 9', 'waiting transient #3 until 5600'),
        ...at(5_600, 'watching 9', 'waiting transient #4 until 12000'),
        ...at(12_000, 'watching 9', 'waiting transient #5 until 24800'),
        ...at(24_800, 'listing 0', 'listing 2', 'watching 20'),
      ],
      changes: at(24_800, ...differences),
    },
    '429 with delay': resumed(
      'the delay of the server counts, not the retry delay; then the watch is requested again',
      'T',
      '800 waiting throttled #2 until 7800',
      7_800,
    ),
    '401': {
      outcome: 'the watch is requested again with fresh credentials, at once; refused again, after 5 s',
      answers: ['U', 'U', '(v|)', 'm'],
      requests: [...at(800, check), ...at(5_800, check, watch)],
      statuses: [
        ...at(800, 'waiting unauthorized #1 until 800', 'waiting unauthorized #2 until 5800'),
        ...at(5_800, 'watching 9'),
      ],
      changes: at(5_800, missed),
    },
    'login page': {
      outcome: 'the watch is requested again with fresh credentials, at once; refused again, after 5 s',
      answers: ['H', 'H', '(v|)', 'm'],
      requests: [...at(800, check), ...at(5_800, check, watch)],
      statuses: [
        ...at(800, 'waiting unauthorized #1 until 800', 'waiting unauthorized #2 until 5800'),
        ...at(5_800, 'watching 9'),
      ],
      changes: at(5_800, missed),
    },
    '403': resumed(
      'after 30 to 60 s the watch is requested again',
      'F',
      '800 waiting forbidden #2 until 30800',
      30_800,
    ),
    '404': relisted(
      'after 0.4 to 0.8 s a list: the resource may have come again',
      'N',
      '800 waiting notFound #2 until 1200',
      1_200,
    ),
    reset: resumed(
      'after the next retry delay the watch is requested again',
      'C',
      '800 waiting transient #2 until 2400',
      2_400,
    ),
    'idle stream': resumed(
      '30 s after the watch should have ended it is aborted, and asked for again at once',
      '-',
      '330800 waiting transient #1 until 330800',
      330_800,
    ),
    garbage: resumed(
      'the watch is closed; after the next retry delay the watch is requested again',
      'x',
      '800 waiting transient #2 until 2400',
      2_400,
    ),
    duplicate: checked('An event that repeats the state of an object', '(ab|)'),
    'older resourceVersion': checked('An event of an earlier state', '(o|)'),
    'server went back': restored(
      'after the next retry delay the server is asked for its version, which is lower: `expired`, and after a retry delay a list of the most recent state; each deleted, changed or new object is a change, lower versions too',
      'C',
      '800 waiting transient #2 until 2400',
      2_400,
    ),
    'bookmark only': {
      outcome:
        'no change, but the server is alive: the retry delays begin again with the first one, and the watch is resumed from the bookmark',
      answers: ['(k|)', '(v|)', 'c'],
      requests: at(1_600, check, 'watch resourceVersion=12'),
      statuses: ['800 waiting transient #1 until 1600', ...at(1_600, 'watching 12')],
      changes: at(1_600, 'deleted b@13 watch'),
    },
    'completes at once': resumed(
      'after the next retry delay the watch is requested again',
      '|',
      '800 waiting transient #2 until 2400',
      2_400,
    ),
    truncated: resumed(
      'half a line is dropped; after the next retry delay the watch is requested again',
      '(z|)',
      '800 waiting transient #2 until 2400',
      2_400,
    ),
  },
};

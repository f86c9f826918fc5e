import { afterList, check } from './after-list.ts';
import { at, type Row } from './cell.ts';

const { differences, missed, relist, relisted, restored, resumed, watch } = afterList({
  resourceVersion: '9',
  a: 'a@3',
  next: 'm',
  missed: 'updated a@3 a@10 watch',
});

/** The list is complete, and the reflector has requested the first watch. The fault is the response to this watch. */
export const between: Row = {
  opening: {
    streamingList: 'never',
    answers: ['(p|)'],
    lead: '',
    requests: at(0, 'list limit=500', watch),
    statuses: at(0, 'listing 0', 'listing 2', 'watching 9'),
    changes: at(0, 'added a@3 initial', 'added b@4 initial'),
  },
  cells: {
    'HTTP 410': relisted(
      'after a retry delay a list that is not older than the first; the differences are emitted',
      'G',
      '0 waiting expired #1 until 800',
      800,
    ),
    'in-stream 410': {
      outcome:
        'after a retry delay a list that is not older than the first; if that list is 410 too, at once a list of the most recent state',
      answers: ['g', 'G', '(q|)'],
      requests: at(800, relist, 'list limit=500', 'watch resourceVersion=20'),
      statuses: [
        '0 waiting expired #1 until 800',
        ...at(800, 'listing 0', 'waiting expired #2 until 800', 'listing 0', 'listing 2', 'watching 20'),
      ],
      changes: at(800, ...differences),
    },
    '5xx': resumed(
      'after a retry delay the watch is requested again',
      'S',
      '0 waiting transient #1 until 800',
      800,
    ),
    '429 with delay': resumed(
      'after the delay the watch is requested again',
      'T',
      '0 waiting throttled #1 until 7000',
      7_000,
    ),
    '401': {
      outcome: 'the watch is requested again with fresh credentials, at once; refused again, after 5 s',
      answers: ['U', 'U', '(v|)', 'm'],
      requests: [...at(0, check), ...at(5_000, check, watch)],
      statuses: [
        ...at(0, 'waiting unauthorized #1 until 0', 'waiting unauthorized #2 until 5000'),
        ...at(5_000, 'watching 9'),
      ],
      changes: at(5_000, missed),
    },
    'login page': {
      outcome: 'the watch is requested again with fresh credentials, at once; refused again, after 5 s',
      answers: ['H', 'H', '(v|)', 'm'],
      requests: [...at(0, check), ...at(5_000, check, watch)],
      statuses: [
        ...at(0, 'waiting unauthorized #1 until 0', 'waiting unauthorized #2 until 5000'),
        ...at(5_000, 'watching 9'),
      ],
      changes: at(5_000, missed),
    },
    '403': resumed(
      'after 30 to 60 s the watch is requested again',
      'F',
      '0 waiting forbidden #1 until 30000',
      30_000,
    ),
    '404': relisted(
      'after 0.4 to 0.8 s a list: the resource may have come again',
      'N',
      '0 waiting notFound #1 until 400',
      400,
    ),
    reset: resumed(
      'after a retry delay the watch is requested again',
      'C',
      '0 waiting transient #1 until 800',
      800,
    ),
    'idle stream': resumed(
      '30 s after the watch should have ended it is aborted, and asked for again at once',
      '-',
      '330000 waiting transient #1 until 330000',
      330_000,
    ),
    garbage: resumed(
      'the watch is closed; after a retry delay the watch is requested again',
      'x',
      '0 waiting transient #1 until 800',
      800,
    ),
    duplicate: {
      outcome:
        'An event that repeats the listed state is no change. The server is asked for its version. After a retry delay the objects are listed again.',
      answers: ['(ab)', '(v|)', '(p|)', 'm'],
      requests: [...at(0, check), ...at(800, 'list limit=500', watch)],
      statuses: ['0 waiting expired #1 until 800', ...at(800, 'listing 0', 'listing 2', 'watching 9')],
      changes: at(800, missed),
    },
    'older resourceVersion': {
      outcome:
        'An event of an earlier state is no change. After a retry delay the server is asked for its version. After another retry delay the objects are listed again.',
      answers: ['(o|)', '(v|)', '(v|)', '(p|)', 'm'],
      requests: [...at(0, check), ...at(800, check), ...at(1_600, 'list limit=500', watch)],
      statuses: [
        '0 waiting transient #1 until 800',
        '800 waiting expired #1 until 1600',
        ...at(1_600, 'listing 0', 'listing 2', 'watching 9'),
      ],
      changes: at(1_600, missed),
    },
    'server went back': restored(
      'after a retry delay the server is asked for its version, which is lower: `expired`, and after a retry delay a list of the most recent state; each deleted, changed or new object is a change, lower versions too',
      'C',
      '0 waiting transient #1 until 800',
      800,
    ),
    'bookmark only': {
      outcome:
        'no change; the watch is resumed from the bookmark, after a retry delay, because it ended within 5 s',
      answers: ['(k|)', '(v|)', 'c'],
      requests: at(800, check, 'watch resourceVersion=12'),
      statuses: ['0 waiting transient #1 until 800', ...at(800, 'watching 12')],
      changes: at(800, 'deleted b@13 watch'),
    },
    'completes at once': {
      outcome:
        'after a retry delay the watch is requested again; the third failure in a row leads to a list of the most recent state',
      answers: ['|', '(v|)', '|', '(v|)', '|', '(q|)'],
      requests: [
        ...at(800, check, watch),
        ...at(2_400, check, watch),
        ...at(5_600, 'list limit=500', 'watch resourceVersion=20'),
      ],
      statuses: [
        '0 waiting transient #1 until 800',
        ...at(800, 'watching 9', 'waiting transient #2 until 2400'),
        ...at(2_400, 'watching 9', 'waiting transient #3 until 5600'),
        ...at(5_600, 'listing 0', 'listing 2', 'watching 20'),
      ],
      changes: at(5_600, ...differences),
    },
    truncated: resumed(
      'half a line is dropped; after a retry delay the watch is requested again',
      '(z|)',
      '0 waiting transient #1 until 800',
      800,
    ),
  },
};

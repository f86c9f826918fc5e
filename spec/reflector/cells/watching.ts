import { afterList, check } from './after-list.ts';
import { at, type Row } from './cell.ts';

const { differences, missed, relist, relisted, restored, resumed, watch } = afterList({
  resourceVersion: '10',
  a: 'a@10',
  next: 'd',
  missed: 'deleted b@11 watch',
});

/**
 * The watch has delivered a change. The fault occurs 6 s after the start of the watch. An error Status arrives as an
 * event in the stream.
 */
export const watching: Row = {
  opening: {
    streamingList: 'never',
    answers: ['(p|)'],
    lead: 'm 5999ms ',
    requests: at(0, 'list limit=500', 'watch resourceVersion=9'),
    statuses: at(0, 'listing 0', 'listing 2', 'watching 9'),
    changes: at(0, 'added a@3 initial', 'added b@4 initial', 'updated a@3 a@10 watch'),
  },
  cells: {
    'HTTP 410': {
      outcome:
        'an open watch is not refused; if the next watch is refused, after a retry delay a list that is not older than the last event',
      answers: ['|', 'G', '(q|)'],
      requests: [...at(6_000, watch), ...at(6_800, relist, 'watch resourceVersion=20')],
      statuses: [
        ...at(6_000, 'watching 10', 'waiting expired #1 until 6800'),
        ...at(6_800, 'listing 0', 'listing 2', 'watching 20'),
      ],
      changes: at(6_800, ...differences),
    },
    'in-stream 410': relisted(
      'after a retry delay a list that is not older than the last event; the differences are emitted',
      'g',
      '6000 waiting expired #1 until 6800',
      6_800,
    ),
    '5xx': resumed('the watch is resumed at once', 's', '6000 waiting transient #1 until 6000', 6_000),
    '429 with delay': resumed(
      'after the delay the watch is resumed',
      't',
      '6000 waiting throttled #1 until 13000',
      13_000,
    ),
    '401': {
      outcome: 'the watch is resumed with fresh credentials, at once; refused again, after 5 s',
      answers: ['u', 'U', '(v|)', 'd'],
      requests: [...at(6_000, check), ...at(11_000, check, watch)],
      statuses: [
        ...at(6_000, 'waiting unauthorized #1 until 6000', 'waiting unauthorized #2 until 11000'),
        ...at(11_000, 'watching 10'),
      ],
      changes: at(11_000, missed),
    },
    'login page': {
      cannot: 'a login page is always the whole answer to a request, so it cannot arrive in an open watch',
    },
    '403': resumed(
      'after 30 to 60 s the watch is resumed',
      'f',
      '6000 waiting forbidden #1 until 36000',
      36_000,
    ),
    '404': relisted(
      'after 0.4 to 0.8 s a list: the resource may have come again',
      'n',
      '6000 waiting notFound #1 until 6400',
      6_400,
    ),
    reset: resumed('the watch is resumed at once', 'R', '6000 waiting transient #1 until 6000', 6_000),
    'idle stream': {
      outcome: 'after 2.5 times the interval of its bookmarks the watch is aborted, and resumed at once',
      answers: ['k 59999ms k', '(v|)', 'c'],
      requests: at(216_000, check, 'watch resourceVersion=12'),
      statuses: at(216_000, 'waiting transient #1 until 216000', 'watching 12'),
      changes: at(216_000, 'deleted b@13 watch'),
    },
    garbage: resumed(
      'the watch is closed, and resumed at once',
      'x',
      '6000 waiting transient #1 until 6000',
      6_000,
    ),
    duplicate: {
      outcome: 'an event that repeats what is there is no change',
      answers: ['md'],
      requests: [],
      statuses: [],
      changes: at(6_001, missed),
      quiet: 'nothing failed',
    },
    'older resourceVersion': {
      outcome:
        'An event of an earlier state is no change. At once the server is asked for its version. After a retry delay the objects are listed again.',
      answers: ['o', '(v|)', '(q|)'],
      requests: [...at(6_000, check), ...at(6_800, 'list limit=500', 'watch resourceVersion=20')],
      statuses: ['6000 waiting expired #1 until 6800', ...at(6_800, 'listing 0', 'listing 2', 'watching 20')],
      changes: at(6_800, ...differences),
    },
    'server went back': restored(
      'at once the server is asked for its version, which is lower: `expired`, and after a retry delay a list of the most recent state; each deleted, changed or new object is a change, lower versions too',
      'R',
      '6000 waiting transient #1 until 6000',
      6_000,
    ),
    'bookmark only': {
      outcome:
        'no change, and no idle timeout; closed at last, the watch is resumed from the bookmark, at once',
      answers: ['k 59999ms k 59999ms k 59999ms |', 'c'],
      requests: at(186_000, 'watch resourceVersion=12'),
      statuses: at(186_000, 'watching 12'),
      changes: at(186_000, 'deleted b@13 watch'),
      quiet: 'every watch is closed some time; `watching` with a later `since` shows it',
    },
    'completes at once': {
      outcome:
        'the watch is resumed at once; if the resumed watch ends within 5 s, the next one follows after a retry delay',
      answers: ['|', '|', '(v|)', 'd'],
      requests: [...at(6_000, watch), ...at(6_800, check, watch)],
      statuses: [...at(6_000, 'watching 10', 'waiting transient #1 until 6800'), ...at(6_800, 'watching 10')],
      changes: at(6_800, missed),
    },
    truncated: {
      outcome: 'half a line is dropped; the watch is resumed at once, and brings it whole',
      answers: ['z|', 'd'],
      requests: at(6_001, watch),
      statuses: at(6_001, 'watching 10'),
      changes: at(6_001, missed),
      quiet:
        'the end of a long watch is not a failure; the server sends the truncated event again, after a `watching` with a later `since`',
    },
  },
};

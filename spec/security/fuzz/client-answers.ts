import { malformedText, objectText, valueText } from './json-texts.ts';
import { type Random, randomOf } from './random.ts';

const mebibyte = 1_048_576;

/** The random settings of one round of the fuzz test: the requests of the client, and its limits. */
export interface Case {
  readonly mode: 'list' | 'watch' | 'stream' | 'reflect' | 'informer' | 'streamed informer';
  readonly limits: { readonly maxFrameBytes: number; readonly maxPageBytes: number };
  readonly maxObjects: number | undefined;
  /**
   * Number of bytes that the kept objects of the client may have together. The response that the client is reading does
   * not count.
   */
  readonly size: number;
  readonly chunk: number;
}

/**
 * Returns the settings of the nth round for a seed. The client process and the thread that makes responses compute the
 * same settings.
 */
export function caseOf(seed: number, nth: number): Case {
  const random = randomOf(seed, nth);
  const isUsual = random.chance(0.6);
  const mode = random.pick(['list', 'watch', 'stream', 'reflect', 'informer', 'streamed informer'] as const);
  const isPaged = mode === 'list' || mode === 'reflect' || mode === 'informer';
  const maxFrameBytes = isUsual ? 16 * mebibyte : random.size(mebibyte / 8, 2 * mebibyte);
  const maxPageBytes = isUsual ? 256 * mebibyte : random.size(mebibyte, 8 * mebibyte);
  const largest = (isPaged ? maxPageBytes : maxFrameBytes) * 1.3;
  return {
    mode,
    limits: { maxFrameBytes, maxPageBytes },
    maxObjects: isUsual ? undefined : random.size(100, 5_000),
    size: random.size(
      random.pick([1_000, 100_000, 2_000_000]),
      Math.min(largest, random.chance(0.05) ? 80 * mebibyte : 22 * mebibyte),
    ),
    chunk: random.pick([random.size(1_000, 100_000), 65_536, 65_536, 2 * mebibyte, 4 * mebibyte]),
  };
}

/**
 * The responses of one round. `nth` counts the lists or the watches of the round. `undefined` means that the server
 * does not answer.
 */
export interface Answers {
  list(nth: number): Generator<string>;
  watch(nth: number, isStreamed: boolean): Generator<string> | undefined;
}

export function answersOf(seed: number, nth: number, { size }: Case): Answers {
  const random = randomOf(seed, nth + 1_000_000_007);
  const pages = random.chance(0.6) ? 1 : random.integer(2, 30);
  const isDense = random.chance(0.3);
  return {
    list: (page) => pageText(random, page, pages, size / pages, isDense),
    watch: (count, isStreamed) => (count > 2 ? undefined : watchText(random, size, isStreamed, isDense)),
  };
}

/** Makes the objects of one round: few large objects or many small objects. Some objects are malformed. */
function* objects(random: Random, size: number, isDense: boolean): Generator<string> {
  const few = random.chance(0.3) ? random.integer(1, 3) : random.size(1, 3_000);
  const count = isDense ? random.size(1_000, 200_000) : few;
  const share = random.chance(0.3) ? 0 : random.pick([0.001, 0.01, 0.5, 1]);
  const each = Math.max(8, size / count);
  const isSame = random.chance(0.3);
  for (let sent = 0, nth = 0; sent < size && nth < 300_000; nth++) {
    const text = random.chance(share)
      ? malformedText(random)
      : objectText(random, isSame ? 'same' : `p${nth}`, Math.min(each, size - sent));
    sent += text.length + 1;
    yield text;
  }
}

function* pageText(
  random: Random,
  page: number,
  pages: number,
  size: number,
  isDense: boolean,
): Generator<string> {
  const version = random.pick(['"9"', '"9"', '"9"', '"9"', '"8"', '9', `"${'9'.repeat(100_000)}"`]);
  const token = random.pick([
    `,"continue":"t${page}"`,
    `,"continue":"t${page % 2}"`,
    `,"continue":"${'t'.repeat(20_000)}"`,
  ]);
  const more = page + 1 < pages ? token : '';
  const odd = (): string => (random.chance(0.15) ? `,"x":${valueText(random, size / 2)}` : '');
  const metadata = `"metadata":{"resourceVersion":${version}${more}${odd()}}`;
  const key = random.pick(['"items":', '"items":', '"items":', '"items":', '"items" :', '"it\\u0065ms":']);
  const type = random.pick([
    '"kind":"PodList","apiVersion":"v1"',
    '"kind":"PodList","apiVersion":"v1"',
    '"kind":"Table","apiVersion":{}',
    '"kind":"List"',
    '"kind":{}',
  ]);
  const isBehind = random.chance(0.2);
  yield (
    `${' '.repeat(random.chance(0.05) ? random.size(1, 100_000) : 0)}{${type},${isBehind ? '' : `${metadata},`}${odd().slice(1)}`.replace(
      /,$/,
      '',
    ) + `,${key}`
  );
  if (random.chance(0.03)) yield random.pick(['null', '{}', '5', '"x"']);
  else {
    let isFirst = true;
    for (const text of objects(random, size, isDense)) {
      yield isFirst ? `[${text}` : `${random.chance(0.02) ? ' \n' : ''},${text}`;
      isFirst = false;
    }
    yield isFirst ? '[]' : ']';
  }
  if (isBehind) yield `,${metadata}`;
  yield odd();
  if (random.chance(0.95)) yield '}';
  if (random.chance(0.03)) yield valueText(random, 100);
}

const endOfList =
  '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}\n';

function* watchText(random: Random, size: number, isStreamed: boolean, isDense: boolean): Generator<string> {
  const bookmarks = random.pick([0, 0, 0.01, 0.5]);
  const type = isStreamed ? 'ADDED' : random.pick(['ADDED', 'MODIFIED', 'DELETED']);
  for (const text of objects(random, size, isDense)) {
    if (random.chance(bookmarks))
      yield random.pick([
        '{"type":"BOOKMARK","object":{}}\n',
        '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9"}}}\n',
        `{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"${'9'.repeat(5_000)}"}}}\n`,
      ]);
    if (random.chance(0.005)) yield random.pick(['\n\n\n', ' \n', '\r\n', '\n'.repeat(10_000)]);
    yield random.chance(0.9)
      ? `{"type":"${type}","object":${text}}\n`
      : `{"object":${text},"type":"${random.pick(['ADDED', 'MODIFIED', 'DELETED'])}"}\n`;
  }
  yield random.pick([
    '',
    '',
    isStreamed ? endOfList : '',
    `{"type":"ERROR","object":{"kind":"Status","code":410,"message":${valueText(random, size)},"details":{"causes":${valueText(random, size / 4)}}}}\n`,
    `{"type":"STRANGE","object":${valueText(random, 1_000)}}\n`,
    `{"type":"ADDED","object":${valueText(random, size)}`,
  ]);
  if (isStreamed) yield endOfList;
}

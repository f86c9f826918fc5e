/**
 * A worker thread that makes random responses. In a separate thread, this work neither blocks the client under test
 * nor fills its heap.
 */
import { parentPort } from 'node:worker_threads';
import { type Answers, answersOf, caseOf } from './client-answers.ts';
import { type Random, randomOf } from './random.ts';

/** A message from the client under test to the thread that makes responses. */
export type Ask =
  | { readonly type: 'begin'; readonly seed: number; readonly nth: number }
  | { readonly type: 'open'; readonly id: number; readonly isWatch: boolean; readonly isStreamed: boolean }
  | { readonly type: 'pull' | 'close'; readonly id: number };

/** A message from the thread that makes responses. After `silent`, the response stays open and no chunk follows. */
export type Notification =
  | { readonly type: 'chunk'; readonly id: number; readonly chunk: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end' | 'silent'; readonly id: number };

let answers: Answers | undefined;
let random: Random = randomOf(0, 0);
let size = 65_536;
let counts = { list: 0, watch: 0 };
const open = new Map<number, Generator<Uint8Array<ArrayBuffer>> | undefined>();

/**
 * Joins texts to chunks of the size that the test round requires. One of 200 chunks contains a wrong byte, as if a
 * character had been cut.
 */
function* chunksOf(texts: Generator<string>): Generator<Uint8Array<ArrayBuffer>> {
  let waiting: Buffer[] = [];
  let length = 0;
  const chunkOf = (bytes: Buffer): Uint8Array<ArrayBuffer> => {
    const chunk = Uint8Array.from(bytes);
    if (random.chance(0.005))
      chunk[random.integer(0, chunk.length - 1)] = random.pick([0xff, 0xc3, 0xe4, 0x00, 0x22]);
    return chunk;
  };
  for (const text of texts) {
    const bytes = Buffer.from(text);
    waiting.push(bytes);
    length += bytes.length;
    if (length < size) continue;
    const all = Buffer.concat(waiting);
    let at = 0;
    for (; all.length - at >= size; at += size) yield chunkOf(all.subarray(at, at + size));
    waiting = [Buffer.from(all.subarray(at))];
    length = all.length - at;
  }
  if (length > 0) yield chunkOf(Buffer.concat(waiting));
}

const send = (received: Notification): void => {
  if (received.type === 'chunk') parentPort?.postMessage(received, [received.chunk.buffer]);
  else parentPort?.postMessage(received);
};

parentPort?.on('message', (ask: Ask) => {
  if (ask.type === 'begin') {
    const round = caseOf(ask.seed, ask.nth);
    answers = answersOf(ask.seed, ask.nth, round);
    random = randomOf(ask.seed, ask.nth + 2_000_000_011);
    size = round.chunk;
    counts = { list: 0, watch: 0 };
    open.clear();
    return;
  }
  const { id } = ask;
  if (ask.type === 'close') {
    open.delete(id);
  } else if (ask.type === 'open') {
    const { isWatch, isStreamed } = ask;
    const nth = isWatch ? counts.watch++ : counts.list++;
    const texts = isWatch ? answers?.watch(nth, isStreamed) : answers?.list(nth);
    open.set(id, texts === undefined ? undefined : chunksOf(texts));
  } else if (open.has(id)) {
    const next = open.get(id)?.next();
    if (next === undefined) send({ type: 'silent', id });
    else if (next.done === true) send({ type: 'end', id });
    else send({ type: 'chunk', id, chunk: next.value });
  }
});

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { fromEvent } from 'rxjs';
import { type Flow, slicedFlow } from '../flow.ts';
import type { RequestTime } from '../time-budget.ts';
import { chunkOf } from './chunk.ts';
import type { AnswerBytes } from './unsent-bytes.ts';

/** Where a body goes, and how fast that is read. */
export interface Sink {
  readonly flow: Flow;
  /** @throws Refusal 429 where the answers of all clients would hold too many bytes */
  write(bytes: Uint8Array): void;
  end(): void;
}

/** What the writes of an answer take. */
export interface Writing {
  readonly time: RequestTime;
  /** Counts what is written until it has gone out. */
  readonly held: AnswerBytes;
}

/** Whatever it is that is written to. */
export function sinkOf(stream: Writable, writing: Writing): Sink {
  return {
    flow: flowOf(stream, writing),
    write: (bytes) => void stream.write(bytes, writing.held.hold(bytes)),
    end: () => void stream.end(),
  };
}

/**
 * A response whose headers are out, for a stream: what is shared by many goes to the socket as it is, with one write and
 * no work for each. The response frames its pieces anew for each connection.
 */
export function streamSink(outgoing: ServerResponse, writing: Writing): Sink {
  const { socket } = outgoing;
  // HTTP/1.0 knows no chunks.
  if (socket === null || !outgoing.chunkedEncoding) return sinkOf(outgoing, writing);
  return {
    flow: flowOf(socket, writing),
    write: (bytes) => writeChunk(socket, bytes, writing.held.hold(bytes)),
    end: () => void outgoing.end(),
  };
}

/** A chunk without content would be the end. */
function writeChunk(socket: Socket, bytes: Uint8Array, written: (() => void) | undefined): void {
  if (bytes.length > 0) socket.write(chunkOf(bytes), written);
}

/** As fast as a stream is read, while there is time. */
export function flowOf(stream: Writable, { time, held }: Writing): Flow {
  const flow = { writable: () => !stream.writableNeedDrain, drain$: fromEvent(stream, 'drain') };
  return { ...slicedFlow(flow, time), hold: (bytes) => held.hold(bytes) };
}

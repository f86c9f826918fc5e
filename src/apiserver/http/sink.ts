import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { fromEvent } from 'rxjs';
import { type Flow, slicedFlow } from '../flow.ts';
import type { RequestTime } from '../time-budget.ts';
import { chunkOf } from './chunk.ts';
import type { AnswerBytes } from './unsent-bytes.ts';

/** The destination of a body, and its flow. */
export interface Sink {
  readonly flow: Flow;
  /** @throws Refusal 429 if the unread answers of all clients would hold too many bytes */
  write(bytes: Uint8Array): void;
  end(): void;
}

/** The limits for the writes of an answer. */
export interface Writing {
  readonly time: RequestTime;
  /** Counts written bytes until they are sent. */
  readonly held: AnswerBytes;
}

/** Makes a sink for any stream. */
export function sinkOf(stream: Writable, writing: Writing): Sink {
  return {
    flow: flowOf(stream, writing),
    write: (bytes) => void stream.write(bytes, writing.held.hold(bytes)),
    end: () => void stream.end(),
  };
}

/**
 * Makes a sink for the stream of a response whose headers are sent. Writes shared pieces directly to the socket, one
 * write for each piece. The response itself would encode the chunks again for each connection.
 */
export function streamSink(outgoing: ServerResponse, writing: Writing): Sink {
  const { socket } = outgoing;
  // HTTP/1.0 has no chunks.
  if (socket === null || !outgoing.chunkedEncoding) return sinkOf(outgoing, writing);
  return {
    flow: flowOf(socket, writing),
    write: (bytes) => writeChunk(socket, bytes, writing.held.hold(bytes)),
    end: () => void outgoing.end(),
  };
}

/** Skips an empty chunk, which would end the body. */
function writeChunk(socket: Socket, bytes: Uint8Array, written: (() => void) | undefined): void {
  if (bytes.length > 0) socket.write(chunkOf(bytes), written);
}

/** The flow of a stream: as fast as the client reads, while there is time. */
export function flowOf(stream: Writable, { time, held }: Writing): Flow {
  const flow = { writable: () => !stream.writableNeedDrain, drain$: fromEvent(stream, 'drain') };
  return { ...slicedFlow(flow, time), hold: (bytes) => held.hold(bytes) };
}

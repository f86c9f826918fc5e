import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { fromEvent } from 'rxjs';
import { type Flow, slicedFlow } from '../flow.ts';
import type { RequestTime } from '../time-budget.ts';
import { chunkOf } from './chunk.ts';
import type { AnswerBytes } from './unsent-bytes.ts';

/** The destination of a body, and the flow control of the destination. */
export interface Sink {
  readonly flow: Flow;
  /**
   * Writes bytes to the destination.
   *
   * @throws Refusal 429 if the unread responses of all clients would have too many bytes
   */
  write(bytes: Uint8Array): void;
  end(): void;
}

/** The limits for the writes of a response. */
export interface Writing {
  readonly time: RequestTime;
  /** Counts the written bytes until the bytes are sent. */
  readonly held: AnswerBytes;
}

/** Creates a sink for any stream. */
export function sinkOf(stream: Writable, writing: Writing): Sink {
  return {
    flow: flowOf(stream, writing),
    write: (bytes) => void stream.write(bytes, writing.held.hold(bytes)),
    end: () => void stream.end(),
  };
}

/**
 * Creates a sink for the body of a streamed response. The headers are already sent. The sink writes each piece directly
 * to the socket, because several connections share an encoded piece. `ServerResponse` would encode the chunks again for
 * each connection.
 */
export function streamSink(outgoing: ServerResponse, writing: Writing): Sink {
  const { socket } = outgoing;
  // HTTP/1.0 has no chunked transfer coding.
  if (socket === null || !outgoing.chunkedEncoding) return sinkOf(outgoing, writing);
  return {
    flow: flowOf(socket, writing),
    write: (bytes) => writeChunk(socket, bytes, writing.held.hold(bytes)),
    end: () => void outgoing.end(),
  };
}

/** Writes a chunk. The function skips an empty chunk, because an empty chunk would end the body. */
function writeChunk(socket: Socket, bytes: Uint8Array, written: (() => void) | undefined): void {
  if (bytes.length > 0) socket.write(chunkOf(bytes), written);
}

/**
 * Returns the flow control of a stream. The stream accepts data while the client reads and the server has time for the
 * client.
 */
export function flowOf(stream: Writable, { time, held }: Writing): Flow {
  const flow = { writable: () => !stream.writableNeedDrain, drain$: fromEvent(stream, 'drain') };
  return { ...slicedFlow(flow, time), hold: (bytes) => held.hold(bytes) };
}

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { fromEvent } from 'rxjs';
import { type Flow, slicedFlow } from '../flow.ts';
import type { RequestTime } from '../time-budget.ts';
import { chunkOf } from './chunk.ts';

/** Where a body goes, and how fast that is read. */
export interface Sink {
  readonly flow: Flow;
  write(bytes: Uint8Array): void;
  end(): void;
}

/** Whatever it is that is written to. */
export function sinkOf(stream: Writable, time: RequestTime): Sink {
  return {
    flow: flowOf(stream, time),
    write: (bytes) => void stream.write(bytes),
    end: () => void stream.end(),
  };
}

/**
 * A response whose headers are out, for a stream: what is shared by many goes to the socket as it is, with one write and
 * no work for each. The response frames its pieces anew for each connection.
 */
export function streamSink(outgoing: ServerResponse, time: RequestTime): Sink {
  const { socket } = outgoing;
  // HTTP/1.0 knows no chunks.
  if (socket === null || !outgoing.chunkedEncoding) return sinkOf(outgoing, time);
  return {
    flow: flowOf(socket, time),
    write: (bytes) => writeChunk(socket, bytes),
    end: () => void outgoing.end(),
  };
}

/** A chunk without content would be the end. */
function writeChunk(socket: Socket, bytes: Uint8Array): void {
  if (bytes.length > 0) socket.write(chunkOf(bytes));
}

/** As fast as a stream is read, while there is time. */
export function flowOf(stream: Writable, time: RequestTime): Flow {
  return slicedFlow({ writable: () => !stream.writableNeedDrain, drain$: fromEvent(stream, 'drain') }, time);
}

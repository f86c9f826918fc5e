import type { Answer, Server } from '../differential/server.ts';
import type { Sample } from '../tables/samples/index.ts';
import { masked } from './masked.ts';

/** A sample object, and the responses of a server to its creation and replacement. */
export interface Created extends Sample {
  readonly answers: {
    readonly created: Answer;
    /** The response to a PUT with the original body and the current resourceVersion. */
    readonly replaced: Answer | undefined;
  };
}

/** Creates sample objects one after the other. Returns the responses. */
export async function creations(
  server: Pick<Server, 'ask'>,
  samples: readonly Sample[],
): Promise<readonly Created[]> {
  const made: Created[] = [];
  for (const { path, object } of samples) {
    const created = await server.ask('POST', path, object);
    const metadata = (created.body['metadata'] ?? {}) as Readonly<Record<string, string>>;
    const again = {
      ...object,
      metadata: { ...(object['metadata'] as object), resourceVersion: metadata['resourceVersion'] },
    };
    const replaced =
      created.status < 300 && metadata['name'] !== undefined
        ? await server.ask('PUT', `${path}/${metadata['name']}`, again)
        : undefined;
    made.push({
      path,
      object,
      answers: { created: shown(created, object), replaced: replaced && shown(replaced, object) },
    });
  }
  return made;
}

function shown({ status, body }: Answer, asked: unknown): Answer {
  return { status, body: status < 300 ? masked(body, asked) : body };
}

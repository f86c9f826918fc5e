import type { Answer, Server } from '../differential/server.ts';
import type { Sample } from '../tables/samples/index.ts';
import { masked } from './masked.ts';

/** What a server made of a sample. */
export interface Created extends Sample {
  readonly answers: {
    readonly created: Answer;
    /** Put again as it was asked for first, in the version that is there. */
    readonly replaced: Answer | undefined;
  };
}

/** Creates samples, one after the other. */
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

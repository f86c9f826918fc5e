import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { type Server, serverAt } from '../differential/server.ts';
import { type Created, creations } from './created.ts';

/** The responses of a real kube-apiserver. `npm run suite -- apiserver:defaults --record` updates them. */
const recorded = JSON.parse(
  readFileSync(new URL('created.json', import.meta.url), 'utf8'),
) as readonly Created[];

type Json = Readonly<Record<string, unknown>>;
type Answered = Created['answers']['created'];

const nameOf = ({ object }: Created): string => (object['metadata'] as { readonly name: string }).name;

describe('the defaults of the server', () => {
  let server: ApiServer;
  let asked: Server;
  let found: readonly Created[];

  beforeAll(async () => {
    server = createApiServer({ tokens: { token: 'admin' } });
    const { url } = await server.listen();
    asked = serverAt(url, 'token');
    found = await creations(asked, recorded);
  });
  afterAll(() => server.close());

  it.each(recorded.map((one, at) => [one.path.replace(/.*\//, ''), nameOf(one), one, at] as const))(
    'should be equal for %s %s to those of a real server',
    (_, __, one, at) => {
      const other = found[at];

      expect(shown(one, other?.answers.created)).toEqual(shown(one, one.answers.created));
      if (one.answers.replaced !== undefined) {
        expect(shown(one, other?.answers.replaced)).toEqual(shown(one, one.answers.replaced));
      }
    },
  );
});

/**
 * The spec does not compare the `generation` of the objects with these names. Each of these objects has an empty list.
 * The real server stores the empty list as null, but computes `generation` from the empty list.
 */
const storesNull: readonly string[] = ['neither', 'w'];

function shown(one: Created, answer: Answered | undefined): unknown {
  if (answer === undefined) return undefined;
  const { metadata, spec, ...rest } = answer.body;
  const { managedFields, generation, ...others } = metadata as Json;
  const { username, uid, groups, ...more } = (spec ?? {}) as Json;
  const isRequest = one.path.endsWith('/certificatesigningrequests');
  return {
    status: answer.status,
    ...rest,
    metadata: {
      ...others,
      ...(storesNull.includes(nameOf(one)) ? {} : { generation }),
      managedFields,
    },
    // The server sets `username`, `uid` and `groups` of a CertificateSigningRequest from the user that sends the
    // request. The comparison omits these fields.
    spec: isRequest ? more : { username, uid, groups, ...more },
  };
}

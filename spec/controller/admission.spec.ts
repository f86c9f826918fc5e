import { describe, expect, it } from '@jest/globals';
import { Buffer } from 'node:buffer';
import { type KubeObject, OptionsError } from 'rx-informer';
import { admission, type AdmissionOptions, type AdmissionRequest } from 'rx-informer/controller';

interface Website extends KubeObject {
  readonly spec: { readonly replicas: number; readonly host?: string };
}
type Json = Readonly<Record<string, unknown>>;

const website = (spec: Json = { replicas: 1 }): Json => ({
  apiVersion: 'example.com/v1',
  kind: 'Website',
  metadata: { name: 'web', namespace: 'shop' },
  spec,
});
const reviewOf = (request: Json = {}): Json => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: 'review-1',
    operation: 'CREATE',
    kind: { group: 'example.com', version: 'v1', kind: 'Website' },
    resource: { group: 'example.com', version: 'v1', resource: 'websites' },
    name: 'web',
    namespace: 'shop',
    subResource: '',
    userInfo: { username: 'alice' },
    object: website(),
    oldObject: null,
    ...request,
  },
});
const conversionOf = (objects: unknown, desiredAPIVersion: unknown = 'example.com/v2'): Json => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'ConversionReview',
  request: { uid: 'review-2', desiredAPIVersion, objects },
});

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const jsonHeaders = { 'content-type': 'application/json' };

async function send(options: AdmissionOptions<Website>, body: unknown, sent: Sent = {}): Promise<Response> {
  const { method = 'POST', headers = jsonHeaders } = sent;
  const isText = typeof body === 'string' || body instanceof ReadableStream || body instanceof Uint8Array;
  const init = {
    method,
    headers,
    ...(method === 'POST' && { body: (isText ? body : JSON.stringify(body)) as string }),
    duplex: 'half',
  };
  return admission<Website>(options)(new Request('https://webhook.example.com/', init));
}
async function responseTo(options: AdmissionOptions<Website>, body: unknown): Promise<Json> {
  const answer = await send(options, body);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  return ((await answer.json()) as { readonly response: Json }).response;
}
const patchIn = ({ patch }: Json): unknown => JSON.parse(Buffer.from(String(patch), 'base64').toString());

/**
 * Sends a request. Returns the status and the text of the response, and the messages of the errors that `onError`
 * received.
 */
async function failureOf(
  options: AdmissionOptions<Website>,
  body: unknown,
  sent: Sent = {},
): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  const answer = await send({ ...options, onError: (error) => errors.push(error) }, body, sent);
  return [answer.status, await answer.text(), ...errors.map((error) => (error as Error).message)];
}

describe('admission', () => {
  describe('validate', () => {
    it('should allow a request, and pass the request as frozen JSON without empty members', async () => {
      let seen: AdmissionRequest<Website> | undefined;
      const response = await responseTo({ validate: (request) => void (seen = request) }, reviewOf());
      expect(response).toEqual({ uid: 'review-1', allowed: true });
      expect(seen).toMatchObject({ operation: 'CREATE', name: 'web', object: website() });
      expect(seen).not.toHaveProperty('oldObject');
      expect(seen).not.toHaveProperty('subResource');
      expect(Object.isFrozen(seen?.object?.spec)).toBe(true);
    });

    it('should deny a request with 422 and the causes by field', async () => {
      const causes = [
        { field: 'spec.replicas', message: 'must be 1 or more' },
        { field: 'spec.host', message: 'Required value', reason: 'FieldValueRequired' },
      ];
      const details = { name: 'web', group: 'example.com', kind: 'Website' };
      expect(await responseTo({ validate: () => ({ causes }) }, reviewOf())).toEqual({
        uid: 'review-1',
        allowed: false,
        status: {
          status: 'Failure',
          code: 422,
          reason: 'Invalid',
          message:
            'Website.example.com "web" is invalid: [spec.replicas: must be 1 or more, spec.host: Required value]',
          details: { ...details, causes: [{ ...causes[0], reason: 'FieldValueInvalid' }, causes[1]] },
        },
      });
    });

    it('should deny a request with 403, with warnings, from a promise', async () => {
      const validate = () => Promise.resolve({ forbidden: 'the shop is closed', warnings: ['try tomorrow'] });
      expect(await responseTo({ validate }, reviewOf())).toMatchObject({
        allowed: false,
        warnings: ['try tomorrow'],
        status: { code: 403, reason: 'Forbidden', message: 'the shop is closed' },
      });
    });

    it('should name the object in the message, without the group of core kinds and without a generated name', async () => {
      const review = reviewOf({ kind: { group: '', version: 'v1', kind: 'Pod' }, name: '' });
      const causes = [{ field: 'spec', message: 'wrong' }];
      expect(await responseTo({ validate: () => ({ causes }) }, review)).toMatchObject({
        status: { message: 'Pod "" is invalid: spec: wrong', details: { name: '', group: '', kind: 'Pod' } },
      });
    });

    it('should pass the old object of a DELETE, and no object', async () => {
      let seen: AdmissionRequest<Website> | undefined;
      const review = reviewOf({ operation: 'DELETE', object: null, oldObject: website() });
      await responseTo({ mutate: () => undefined, validate: (request) => void (seen = request) }, review);
      expect(seen).toMatchObject({ operation: 'DELETE', oldObject: website() });
      expect(seen).not.toHaveProperty('object');
    });
  });

  describe('mutate', () => {
    it('should answer the JSON patch of the recipe, and validate the new object', async () => {
      let replicas: number | undefined;
      const response = await responseTo(
        {
          mutate: (draft, { userInfo }) => {
            draft.spec.replicas = 3;
            draft.metadata.labels = { 'example.com/by': `${String(userInfo.username)} ä😀` };
          },
          validate: ({ object }) => void (replicas = object?.spec.replicas),
        },
        reviewOf(),
      );
      expect(response).toMatchObject({ allowed: true, patchType: 'JSONPatch' });
      expect(patchIn(response)).toEqual([
        { op: 'add', path: '/metadata/labels', value: { 'example.com/by': 'alice ä😀' } },
        { op: 'replace', path: '/spec/replicas', value: 3 },
      ]);
      expect(replicas).toBe(3);
    });

    it('should answer no patch if the recipe changes nothing, or the request is denied, or the object has no metadata', async () => {
      const three: AdmissionOptions<Website>['mutate'] = (draft) => void (draft.spec.replicas = 3);
      expect(await responseTo({ mutate: () => undefined }, reviewOf())).not.toHaveProperty('patch');
      const denied = await responseTo({ mutate: three, validate: () => ({ forbidden: 'no' }) }, reviewOf());
      expect(denied).not.toHaveProperty('patch');
      const connect = reviewOf({ operation: 'CONNECT', object: { kind: 'PodExecOptions' } });
      expect(await responseTo({ mutate: three }, connect)).toEqual({ uid: 'review-1', allowed: true });
    });

    it('should answer no patch if the recipe writes an equal value, as a validating webhook requires', async () => {
      const mutate: AdmissionOptions<Website>['mutate'] = (draft) => {
        draft.metadata.labels = { ...draft.metadata.labels, team: 'web' };
      };
      const labelled = {
        ...website(),
        metadata: { name: 'web', namespace: 'shop', labels: { team: 'web' } },
      };
      expect(await responseTo({ mutate }, reviewOf())).toHaveProperty('patch');
      expect(await responseTo({ mutate }, reviewOf({ object: labelled }))).not.toHaveProperty('patch');
    });

    it('should encode a large patch', async () => {
      const host = 'ß'.repeat(200_000);
      const response = await responseTo({ mutate: (draft) => void (draft.spec.host = host) }, reviewOf());
      expect(patchIn(response)).toEqual([{ op: 'add', path: '/spec/host', value: host }]);
    });
  });

  describe('convert', () => {
    const convert: AdmissionOptions<Website>['convert'] = (object) => ({
      ...object,
      spec: { size: object.spec.replicas },
    });

    it('should convert each object in order, and set its apiVersion', async () => {
      const current = { ...website(), apiVersion: 'example.com/v2' };
      const response = await responseTo({ convert }, conversionOf([website(), current]));
      expect(response).toEqual({
        uid: 'review-2',
        result: { status: 'Success' },
        convertedObjects: [{ ...website(), apiVersion: 'example.com/v2', spec: { size: 1 } }, current],
      });
    });

    it.each<[string, AdmissionOptions<Website>['convert']]>([
      [
        'throws',
        () => {
          throw new Error('token=secret');
        },
      ],
      ['rejects', () => Promise.reject(new Error('token=secret'))],
      ['returns nothing', () => undefined as unknown as Website],
      ['changes the name', (object) => ({ ...object, metadata: { ...object.metadata, name: 'other' } })],
      ['changes the kind', (object) => ({ ...object, kind: 'Other' })],
      ['changes the frozen object', (object) => Object.assign(object, { spec: {} })],
    ])('should answer `Failure` with the key only if the function %s', async (_, wrong) => {
      const errors: unknown[] = [];
      const options = { convert: wrong, onError: (error: unknown) => errors.push(error) };
      expect(await responseTo(options as AdmissionOptions<Website>, conversionOf([website()]))).toEqual({
        uid: 'review-2',
        result: { status: 'Failure', message: 'the conversion of shop/web to example.com/v2 failed' },
      });
      expect(errors).toHaveLength(1);
    });
  });

  describe('failures', () => {
    const validate = () => undefined;
    const failures: readonly [string, unknown, Sent, number, RegExp][] = [
      ['another method', '', { method: 'GET' }, 405, /^send a POST$/],
      ['another content-type', '{}', { headers: { 'content-type': 'text/json' } }, 415, /application\/json/],
      ['no content-type', new Uint8Array([0x7b]), { headers: {} }, 415, /application\/json/],
      ['a body that is not JSON', '{"token":"secret', {}, 400, /^the body is not JSON$/],
      ['a body that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, 400, /^the body is not UTF-8$/],
      ['an empty body', '', {}, 400, /^the body is not JSON$/],
      ['a deep body', '['.repeat(1_000_000), {}, 400, /more than 500 levels/],
      ['JSON that is not a review', website(), {}, 400, /neither an AdmissionReview nor a ConversionReview/],
      ['null', 'null', {}, 400, /neither an AdmissionReview/],
      [
        'version v1beta1',
        { ...reviewOf(), apiVersion: 'admission.k8s.io/v1beta1' },
        {},
        400,
        /admissionReviewVersions of the webhook to \["v1"\]/,
      ],
      [
        'a conversion of v1beta1',
        { ...conversionOf([]), apiVersion: 'apiextensions.k8s.io/v1beta1' },
        {},
        400,
        /conversionReviewVersions/,
      ],
      ['a review without a request', { ...reviewOf(), request: null }, {}, 400, /no request with a uid/],
      ['a review without a uid', reviewOf({ uid: 1 }), {}, 400, /no request with a uid/],
      ['another operation', reviewOf({ operation: 'PATCH' }), {}, 400, /operation/],
      ['a value that is not an object', reviewOf({ object: 'secret' }), {}, 400, /not a JSON object/],
      ['no kind', reviewOf({ kind: 'Website' }), {}, 400, /no kind or no resource/],
      ['values that are not objects', conversionOf([1]), {}, 400, /not a list of objects/],
      ['no wanted version', conversionOf([], ''), {}, 400, /no desiredAPIVersion/],
      ['a conversion without `convert`', conversionOf([]), {}, 400, /converts no objects/],
    ];
    it.each(failures)('should refuse %s', async (_, body, sent, status, text) => {
      const [code, message] = await failureOf({ validate }, body, sent);
      expect([code, message]).toEqual([status, expect.stringMatching(text)]);
    });

    it('should name the allowed method, and refuse a review without `validate` and `mutate`', async () => {
      const answer = await send({ validate }, '', { method: 'GET' });
      expect(answer.headers.get('allow')).toBe('POST');
      const convert = (object: KubeObject) => object;
      expect(await failureOf({ convert }, reviewOf())).toEqual([400, 'this webhook admits no objects']);
    });

    it('should refuse a body over the limit, with and without a content-length, and read no more of it', async () => {
      const text = JSON.stringify(reviewOf());
      const tooLarge = [413, `the body has more than ${text.length - 1} bytes`];
      const headers = { ...jsonHeaders, 'content-length': String(text.length) };
      const maxBodySize = text.length - 1;
      expect(await failureOf({ validate, maxBodySize }, text, { headers })).toEqual(tooLarge);
      expect((await failureOf({ validate, maxBodySize: text.length }, text, { headers }))[0]).toBe(200);

      let read = 0;
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          read++;
          controller.enqueue(new Uint8Array(1_048_576).fill(0x20));
        },
      });
      expect(await failureOf({ validate }, endless)).toEqual([413, 'the body has more than 7340032 bytes']);
      expect(read).toBeLessThan(12);
    });

    it('should answer 500 if the connection breaks while the body arrives', async () => {
      const broken = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.error(new Error('reset')),
      });
      expect(await failureOf({ validate }, broken)).toEqual([500, 'the webhook failed', 'reset']);
    });

    const wrong = (result: unknown) => () => result as undefined;
    const secret = new Error('token=secret');
    it.each<[string, AdmissionOptions<Website>]>([
      [
        'validate throws',
        {
          validate: () => {
            throw secret;
          },
        },
      ],
      ['validate rejects', { validate: () => Promise.reject(secret) }],
      [
        'mutate throws',
        {
          mutate: () => {
            throw secret;
          },
        },
      ],
      ['mutate is async', { mutate: () => Promise.reject(secret) as unknown as undefined }],
      [
        'mutate returns a value that is not JSON',
        { mutate: (draft) => void (draft.spec.replicas = 1n as never) },
      ],
      ['the result is a boolean', { validate: wrong(false) }],
      ['the result has an unknown member', { validate: wrong({ allowed: false }) }],
      ['a cause has no field', { validate: wrong({ causes: [{ message: 'no' }] }) }],
      ['a cause has no message', { validate: wrong({ causes: [{ field: 'spec' }] }) }],
      ['a warning is not a string', { validate: wrong({ warnings: [1] }) }],
      ['the reason of a refusal is empty', { validate: wrong({ forbidden: '' }) }],
    ])('should answer 500 without any detail if %s', async (_, options) => {
      const [status, text, ...errors] = await failureOf(options, reviewOf());
      expect([status, text]).toEqual([500, 'the webhook failed']);
      expect(errors).toHaveLength(1);
    });

    it('should drop the errors without `onError`', async () => {
      const answer = await send(
        {
          validate: () => {
            throw secret;
          },
        },
        reviewOf(),
      );
      expect(answer.status).toBe(500);
    });
  });

  it('should refuse wrong options', () => {
    for (const options of [undefined, {}, { validate: 1 }, { validat: () => undefined }, { maxBodySize: 0 }])
      expect(() => admission(options as AdmissionOptions)).toThrow(OptionsError);
  });
});

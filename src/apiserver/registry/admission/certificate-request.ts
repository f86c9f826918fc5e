/**
 * Returns the organizations in the subject of a certificate request (PKCS #10, RFC 2986). Kubernetes uses the
 * organizations as groups.
 *
 * @param pem - the certificate request in PEM
 * @throws Error for a text that is not a certificate request
 */
export function organizationsIn(pem: string): readonly string[] {
  const [, label, body = ''] = /-----BEGIN ([^-\r\n]*)-----([^-]*)-----END \1-----/.exec(pem) ?? [];
  if (label !== 'CERTIFICATE REQUEST') throw new Error('PEM block type must be CERTIFICATE REQUEST');
  const request = elementAt(Buffer.from(body, 'base64'), 0);
  const [, subject] = elementsOf(elementAt(request.content, 0).content); // the first two elements are the version and the subject
  if (request.tag !== sequence || subject?.tag !== sequence) throw malformed();
  const attributes = elementsOf(subject.content).flatMap(({ content }) => elementsOf(content));
  return attributes.flatMap(({ content }) => {
    const [type, value] = elementsOf(content);
    if (type === undefined || value === undefined) throw malformed();
    return type.tag === objectId && type.content.equals(organization) ? [textOf(value)] : [];
  });
}

/** One element of an ASN.1 encoding, such as a sequence. */
interface Element {
  readonly tag: number;
  readonly content: Buffer;
  /** The byte index directly after the element. */
  readonly end: number;
}

function elementsOf(bytes: Buffer): readonly Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; at = elements.at(-1)?.end ?? 0) elements.push(elementAt(bytes, at));
  return elements;
}

function elementAt(bytes: Buffer, at: number): Element {
  const [tag, first] = bytes.subarray(at, at + 2);
  if (tag === undefined || first === undefined) throw malformed();
  const extra = first < 0x80 ? 0 : first & 0x7f;
  if (extra > 4 || at + 2 + extra > bytes.length) throw malformed();
  const start = at + 2 + extra;
  const length = extra === 0 ? first : bytes.readUIntBE(at + 2, extra);
  if (first === 0x80 || start + length > bytes.length) throw malformed();
  return { tag, content: bytes.subarray(start, start + length), end: start + length };
}

function textOf({ tag, content }: Element): string {
  return tag === bmpString ? Buffer.from(content).swap16().toString('utf16le') : content.toString('utf8');
}

const malformed = (): Error => new Error('asn1: structure error: the request is malformed');

const [sequence, objectId, bmpString] = [0x30, 0x06, 0x1e];

/** The object identifier 2.5.4.10, which stands for `organizationName`. */
const organization = Buffer.from([0x55, 0x04, 0x0a]);

import type * as crypto from 'node:crypto';
import type * as fs from 'node:fs';
import type * as http from 'node:http';
import type * as https from 'node:https';
import type * as tls from 'node:tls';

/**
 * Built-in modules of Node that are slow to load. Each module is loaded at its first use. A server without
 * TLS needs only `node:http`.
 *
 * An `import` reads every export of a module, and `node:http` exports a part of undici. So an `import` takes 20 ms, and
 * `getBuiltinModule` only 3 ms, or 7 ms with TLS.
 */
export const nodeHttp = (): typeof http => process.getBuiltinModule('node:http');
export const nodeHttps = (): typeof https => process.getBuiltinModule('node:https');
export const nodeTls = (): typeof tls => process.getBuiltinModule('node:tls');
export const nodeCrypto = (): typeof crypto => process.getBuiltinModule('node:crypto');
export const nodeFs = (): typeof fs => process.getBuiltinModule('node:fs');

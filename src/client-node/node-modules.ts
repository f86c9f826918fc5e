import type * as crypto from 'node:crypto';
import type * as fs from 'node:fs';
import type * as http from 'node:http';
import type * as https from 'node:https';
import type * as tls from 'node:tls';

/**
 * Node's own modules that are slow to load, each loaded when it is asked for: a server without TLS needs `node:http` alone.
 *
 * Not by `import`, which reads every export of a module: among those of `node:http` are another client's, and a program
 * waits 20 ms for them where `node:http` alone takes 3, with TLS 7.
 */
export const nodeHttp = (): typeof http => process.getBuiltinModule('node:http');
export const nodeHttps = (): typeof https => process.getBuiltinModule('node:https');
export const nodeTls = (): typeof tls => process.getBuiltinModule('node:tls');
export const nodeCrypto = (): typeof crypto => process.getBuiltinModule('node:crypto');
export const nodeFs = (): typeof fs => process.getBuiltinModule('node:fs');

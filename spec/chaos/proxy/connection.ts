import { connect, type Socket } from 'node:net';
import { OneWay } from './one-way.ts';

/** One connection through the proxy: the socket of the client, and the socket of the proxy to the server. */
export class Connection {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #requests: OneWay;
  readonly #answers: OneWay;
  #isDead = false;

  constructor(client: Socket, port: number, onClosed: () => void) {
    this.#client = client;
    this.#server = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.#requests = new OneWay(client, this.#server);
    this.#answers = new OneWay(this.#server, client);
    // An error of one socket resets both sockets.
    for (const socket of [client, this.#server]) socket.on('error', () => this.reset());
    let open = 2;
    for (const socket of [client, this.#server]) {
      socket.on('close', () => {
        if (--open > 0) return;
        this.#requests.stop();
        this.#answers.stop();
        onClosed();
      });
    }
    client.on('close', () => this.#server.destroy());
    this.#server.on('close', () => client.destroySoon());
  }

  reset(): void {
    for (const socket of [this.#client, this.#server]) {
      // After `end()`, a reset never closes the socket in Node, but `destroy()` closes the socket.
      if (socket.writableEnded) socket.destroy();
      else if (!socket.destroyed) socket.resetAndDestroy();
    }
  }

  end(): void {
    this.#client.end();
    this.#server.end();
  }

  cutAfter(bytes: number): void {
    // The reset comes 5 ms later. If the reset came together with the last bytes, Node 20 would see a normal end.
    this.#answers.cutAfter(bytes, () => setTimeout(() => this.reset(), 5));
  }

  /**
   * Drops all further bytes without closing the sockets. A router that has lost the connection behaves in this way.
   */
  die(): void {
    this.hold();
    this.#isDead = true;
  }

  hold(): void {
    if (this.#isDead) return;
    this.#requests.hinder('held');
    this.#answers.hinder('held');
  }

  drip(bytes: number): void {
    if (this.#isDead) return;
    this.#answers.hinder({ drip: bytes });
  }

  release(): void {
    if (this.#isDead) return;
    this.#requests.hinder(undefined);
    this.#answers.hinder(undefined);
  }
}

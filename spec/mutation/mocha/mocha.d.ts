/**
 * The members of Mocha that this project uses. `@types/mocha` would declare `describe` and other names as globals, but
 * the specs import these names.
 */
declare module 'mocha' {
  class Test {
    file: string;
    constructor(title: string, body: () => Promise<void>);
  }

  class Runner {
    readonly state?: string;
    _uncaught: (this: Runner, error: unknown) => void;
  }

  class Suite {
    static readonly constants: { readonly EVENT_FILE_PRE_REQUIRE: string };
    static create(parent: Suite, title: string): Suite;
    file: string;
    addTest(test: Test): void;
    beforeAll(body: () => Promise<void>): void;
    beforeEach(body: () => Promise<void>): void;
    afterEach(body: () => Promise<void>): void;
    afterAll(body: () => Promise<void>): void;
    on(event: string, listener: (context: unknown, file: string) => void): void;
  }

  const mocha: {
    readonly Runner: typeof Runner;
    readonly Suite: typeof Suite;
    readonly Test: typeof Test;
    readonly interfaces: { bdd: (root: Suite) => void };
  };
  export default mocha;
  export type { Runner, Suite };
}

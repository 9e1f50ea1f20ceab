import type { TestProject } from 'vitest/node';
declare module 'vitest' {
    interface ProvidedContext {
        /** A real PostgreSQL for this run; tests make databases on it with `createDatabase`. */
        postgresUrl: string;
    }
}
/**
 * A project that needs PostgreSQL names this file as its `globalSetup`. The first one with tests to run starts the
 * server, the others use the same; a run without such tests starts none.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>>;
//# sourceMappingURL=vitest-postgres.d.ts.map
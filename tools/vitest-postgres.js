import { startPostgres } from "./postgres.js";
/** Every project of a run loads its own copy of this module; what they share has to live outside of it. */
const shared = globalThis;
/**
 * A project that needs PostgreSQL names this file as its `globalSetup`. The first one with tests to run starts the
 * server, the others use the same; a run without such tests starts none.
 */
export default async function setup(project) {
    const postgres = await (shared.contentServicePostgres ??= startPostgres());
    project.provide('postgresUrl', postgres.url);
    return () => postgres.stop();
}
//# sourceMappingURL=vitest-postgres.js.map
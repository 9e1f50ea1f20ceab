import type { TestProject } from 'vitest/node'
import { type Postgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL for this run; tests create databases on it with `createDatabase`. */
    postgresUrl: string
  }
}

/** Every project of a run loads its own copy of this module, so that shared values must be global. */
const shared = globalThis as { contentServicePostgres?: Promise<Postgres> }

/**
 * The `globalSetup` of projects that need PostgreSQL. The first project with tests starts the server, and the other
 * projects use the same server; a run without tests of these projects starts none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await (shared.contentServicePostgres ??= startPostgres())
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}

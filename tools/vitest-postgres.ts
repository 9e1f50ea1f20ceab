import type { TestProject } from 'vitest/node'
import { type Postgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL for this run; tests make databases on it with `createDatabase`. */
    postgresUrl: string
  }
}

/** Every project of a run loads its own copy of this module; what they share has to live outside of it. */
const shared = globalThis as { contentServicePostgres?: Promise<Postgres> }

/**
 * A project that needs PostgreSQL names this file as its `globalSetup`. The first one with tests to run starts the
 * server, the others use the same; a run without such tests starts none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await (shared.contentServicePostgres ??= startPostgres())
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}

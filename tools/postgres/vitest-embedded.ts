import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for this run with an embedded database, which the first test that needs the database creates. */
    embeddedTemplates: string
  }
}

/** The `globalSetup` of projects whose tests share an embedded database, because it takes long to create. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-templates-'))
  project.provide('embeddedTemplates', folder)
  return () => rm(folder, { recursive: true, force: true })
}

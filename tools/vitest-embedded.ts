import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for this run, in which whoever needs it first leaves an embedded database for the others. */
    embeddedTemplates: string
  }
}

/** A project whose tests share what is costly to make of an embedded database names this file as a `globalSetup`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-templates-'))
  project.provide('embeddedTemplates', folder)
  return () => rm(folder, { recursive: true, force: true })
}

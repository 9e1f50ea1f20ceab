import { cp, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, openEmbedded } from '@content-service/persistence'
import { inject } from 'vitest'
import type {} from '../../../../tools/vitest-embedded.ts'
import { DATABASE_FOLDER } from '../data-directory.ts'

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Under its name once it is whole; of two that are made at once, one wins. */
const make = async (template: string): Promise<void> => {
  const own = `${template}-${process.pid}`
  const embedded = await openEmbedded(own)
  const database = await openDatabase({ embedded })
  await database.migrate()
  await database.close()
  await embedded.close()
  await rename(own, template).catch(() => rm(own, { recursive: true }))
}

/** Fills a data directory with an empty database that is up to date: a first start without its first seconds. */
export const fillDataDirectory = async (directory: string): Promise<void> => {
  const template = join(inject('embeddedTemplates'), 'template')
  if (!(await isThere(template))) await make(template)
  await cp(template, join(directory, DATABASE_FOLDER), { recursive: true })
}

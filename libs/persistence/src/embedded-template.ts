import { createHash, randomUUID } from 'node:crypto'
import { constants, existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openEmbedded } from './embedded.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { openDatabase, type DatabaseHooks } from './orm.ts'

type TemplateHooks = Pick<DatabaseHooks, 'model' | 'migrations'>

/** It has the exact version of the embedded database, which reads no files of another version. */
const MANIFEST = new URL('../package.json', import.meta.url)

/** The name has a hash of the migrations, so that a changed migration has a new template. */
const nameTemplate = ({ migrations = [] }: TemplateHooks): string => {
  const hash = createHash('sha256').update(readFileSync(MANIFEST))
  for (const migration of [...MIGRATIONS, ...migrations]) hash.update(`${migration.name}\n${migration}\n`)
  return `migrated-${hash.digest('hex').slice(0, 16)}`
}

/** The template gets its name when it is complete. If two processes make it at once, the first one stays. */
const makeTemplate = async (template: string, hooks: TemplateHooks): Promise<void> => {
  const draft = `${template}-${randomUUID()}`
  try {
    const embedded = await openEmbedded(draft)
    const database = await openDatabase({ embedded }, hooks)
    await database.migrate()
    await database.close()
    await embedded.close()
    await rename(draft, template)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(template)) throw error
  }
}

/**
 * Fills a new folder with an embedded database that is empty and migrated. A copy from the folder `templates` takes a
 * tenth of a second. A new database takes 1.4 s: PGlite unpacks its cluster and the migrations run.
 */
export const copyMigratedDatabase = async (
  folder: string,
  templates: string,
  hooks: TemplateHooks = {},
): Promise<void> => {
  const template = join(templates, nameTemplate(hooks))
  await mkdir(templates, { recursive: true, mode: 0o700 })
  if (!existsSync(template)) await makeTemplate(template, hooks)
  await cp(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

import { createHash, randomUUID } from 'node:crypto'
import { constants, existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { MIGRATIONS } from '../migrations/migrations.ts'
import { openEmbedded } from '../embedded/open-embedded.ts'
import { openDatabase, type DatabaseHooks, type TeamMigration } from './orm.ts'

type TemplateHooks = Pick<DatabaseHooks, 'model' | 'migrations'>

/** It has the exact version of the embedded database, which reads no files of another version. */
const MANIFEST = new URL('../../package.json', import.meta.url)

/**
 * What a migration does: its text, and its statements, which often are constants outside of the class. One that asks the
 * database before it writes has the statements until there.
 */
const describeMigration = async (declared: TeamMigration): Promise<string> => {
  const migration = new declared()
  try {
    await migration.up()
  } catch {
    // Here is no database to ask.
  }
  return [declared.name, String(declared), ...migration.getQueries().map(String)].join('\n')
}

/** The name has a hash of the migrations, so that a changed migration has a new template. */
const nameTemplate = async ({ migrations = [] }: TemplateHooks): Promise<string> => {
  const hash = createHash('sha256').update(readFileSync(MANIFEST))
  for (const migration of [...MIGRATIONS, ...migrations]) hash.update(await describeMigration(migration))
  return `migrated-${hash.digest('hex').slice(0, 16)}`
}

/** Each template has 41 MB, and a changed migration leaves a template behind. */
const UNUSED_MS = 7 * 24 * 3_600_000

/** Removes the templates, and drafts of killed processes, that no process has used for a week. */
const removeUnused = async (templates: string): Promise<void> => {
  for (const name of await readdir(templates)) {
    const path = join(templates, name)
    // Another process may have removed the folder.
    const used = await stat(path).catch(() => null)
    if (used !== null && Date.now() - used.mtimeMs > UNUSED_MS)
      await rm(path, { recursive: true, force: true })
  }
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
  const template = join(templates, await nameTemplate(hooks))
  await mkdir(templates, { recursive: true, mode: 0o700 })
  if (!existsSync(template)) {
    await removeUnused(templates)
    await makeTemplate(template, hooks)
  }
  const now = new Date()
  await utimes(template, now, now)
  await cp(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

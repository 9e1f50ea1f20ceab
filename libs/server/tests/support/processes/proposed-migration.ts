import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TeamMigration } from '@content-service/persistence'
import type { ServiceOptions } from '../../../src/composition/composition.ts'
import { ROOT } from './deployed.ts'
import { runCommandHere } from './run-command.ts'

/** What a person does with a proposal. */
interface Completed {
  /** The output of `types list --json` of the version before. */
  readonly against?: string
  /** Completes the lines with "backfill". */
  readonly complete?: (text: string) => string
}

/** The class that `npx content-service types migration` proposes for these types, as a team imports it. */
export const proposeMigration = async (
  name: string,
  environment: Readonly<Record<string, string>>,
  options: ServiceOptions,
  { against, complete = (text) => text }: Completed = {},
): Promise<TeamMigration> => {
  const folder = await mkdtemp(join(tmpdir(), 'migration-'))
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const file = join(folder, `${name}.ts`)
    const { code, errors } = await runCommandHere(
      ['types', 'migration', name, '--out', file, ...(against === undefined ? [] : ['--against', against])],
      environment,
      options,
    )
    if (code !== 0) throw new Error(errors)
    await writeFile(file, complete(await readFile(file, 'utf8')))
    const [migration] = Object.values<TeamMigration>(await import(file))
    if (migration === undefined) throw new Error(`${file} exports no migration.`)
    return migration
  } finally {
    await rm(folder, { recursive: true })
  }
}

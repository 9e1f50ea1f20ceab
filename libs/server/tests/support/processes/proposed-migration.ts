import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TeamMigration } from '@content-service/persistence'
import type { ServiceOptions } from '../../../src/composition/composition.ts'
import { ROOT } from './deployed.ts'
import { runCommandHere } from './run-command.ts'

/** The class that `npx content-service types migration` proposes for these types, as a team imports it. */
export const proposeMigration = async (
  name: string,
  environment: Readonly<Record<string, string>>,
  options: ServiceOptions,
): Promise<TeamMigration> => {
  const folder = await mkdtemp(join(tmpdir(), 'migration-'))
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const file = join(folder, `${name}.ts`)
    const { code, errors } = await runCommandHere(
      ['types', 'migration', name, '--out', file],
      environment,
      options,
    )
    if (code !== 0) throw new Error(errors)
    const [migration] = Object.values<TeamMigration>(await import(file))
    if (migration === undefined) throw new Error(`${file} exports no migration.`)
    return migration
  } finally {
    await rm(folder, { recursive: true })
  }
}

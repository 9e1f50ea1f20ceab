import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migration } from '@mikro-orm/migrations'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbedded } from '../embedded/open-embedded.ts'
import { copyMigratedDatabase } from './embedded-template.ts'
import { openDatabase } from './orm.ts'

class AddNotes extends Migration {
  static override readonly name: string = 'add-notes'

  override up(): void {
    this.addSql('create table notes (id integer primary key)')
  }
}

const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-template-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('a copy of a migrated database', () => {
  // Creating and starting four databases takes longer than the usual limit on a busy machine.
  it(
    'comes from one template for each set of migrations, even if two need it at once, and removes unused ones',
    { timeout: 120_000 },
    async () => {
      const [templates, folder] = [aFolder(), aFolder()]
      const copy = (name: string, migrations: readonly (typeof AddNotes)[] = []) =>
        copyMigratedDatabase(join(folder, name), templates, { migrations })
      const longAgo = join(templates, 'migrated-long-ago')
      mkdirSync(longAgo)
      utimesSync(longAgo, 0, 0)
      await Promise.all([copy('one'), copy('two')])
      expect(readdirSync(templates)).toHaveLength(1)
      await copy('three', [AddNotes])
      expect(readdirSync(templates)).toHaveLength(2)
      const embedded = await openEmbedded(join(folder, 'two'))
      const database = await openDatabase({ embedded })
      expect(await database.isMigrated()).toBe(true)
      await database.close()
      await embedded.close()
    },
  )

  it('comes from another template if a statement outside of its migration changes', async () => {
    const declare = (statement: string) =>
      class AddMore extends AddNotes {
        static override readonly name = 'add-more'

        override up(): void {
          this.addSql(statement)
        }
      }
    const [templates, folder] = [aFolder(), aFolder()]
    for (const [place, type] of ['integer', 'bigint'].entries()) {
      const migrations = [declare(`create table more (id ${type})`)]
      await copyMigratedDatabase(join(folder, String(place)), templates, { migrations })
    }
    expect(readdirSync(templates)).toHaveLength(2)
  })

  it('leaves nothing if a migration fails', async () => {
    class Wrong extends AddNotes {
      static override readonly name = 'wrong'

      override up(): void {
        this.addSql('create wrong')
      }
    }
    const [templates, folder] = [aFolder(), aFolder()]
    const copied = copyMigratedDatabase(join(folder, 'one'), templates, { migrations: [Wrong] })
    await expect(copied).rejects.toThrow()
    expect([readdirSync(templates), existsSync(join(folder, 'one'))]).toEqual([[], false])
  })
})

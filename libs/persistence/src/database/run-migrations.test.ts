import { OperatorError } from '@content-service/domain/internal/rules'
import { Migration } from '@mikro-orm/migrations'
import { expect, inject, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { openEmbedded } from '../embedded/open-embedded.ts'
import { openDatabase, type DatabaseTarget } from './orm.ts'

class AddShelves extends Migration {
  override name = '2026-11-26-add-shelves'

  override up(): void {
    this.addSql('create table shelves (label text)')
  }
}

class AddLabels extends Migration {
  override name = '2026-11-26-add-labels'

  override up(): void {
    this.addSql('alter table books add column label text')
  }
}

const openTarget = {
  PGlite: async () => {
    const embedded = await openEmbedded()
    return { target: { embedded }, drop: () => embedded.close() }
  },
  PostgreSQL: async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'))
    return { target: { url }, drop }
  },
} satisfies Record<string, () => Promise<{ target: DatabaseTarget; drop: () => Promise<void> }>>

it.each(Object.entries(openTarget))(
  'a migration that fails is named, and leaves no change of the pending migrations, on %s',
  async (_, open) => {
    const { target, drop } = await open()
    const database = await openDatabase(target, { migrations: [AddShelves, AddLabels] })
    try {
      const error = await database.migrate().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(OperatorError)
      expect((error as Error).message).toBe(
        'The migration 2026-11-26-add-labels failed:\n  relation "books" does not exist\n' +
          'in the statement:\n  alter table books add column label text\n' +
          'The database is as it was before the pending migrations. Correct the migration and run it again.',
      )
      const tables = await database
        .session()
        .execute("select tablename from pg_tables where tablename = 'shelves'")
      expect(tables).toEqual([])
    } finally {
      await database.close()
      await drop()
    }
  },
)

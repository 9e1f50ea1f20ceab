import type { RecordId, RecordType } from '@content-service/domain'
import { findSlug } from '@content-service/domain/internal/model'
import { badValue } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { claimSlug, keepOldSlug } from '../../slugs/stored-slugs.ts'
import { findRow } from '../../statements/sql.ts'
import { toSnakeCase } from '../../statements/rows.ts'
import type { LineEffect } from '../record-set.ts'
import { refuseFuture } from './refuse-future.ts'

interface OldSlug {
  readonly id: RecordId
  readonly slug: string
  readonly leftAt: Date
}

interface Stored {
  /** The slug that the record has now. */
  readonly present: string | null
  /** The time at which the record had the slug of the line last; null for another slug. */
  readonly leftAt: Date | null
}

/** Locks the record, so that its slug does not change meanwhile. */
const lockStored = (type: RecordType, name: string, { id, slug }: OldSlug) =>
  sql<Stored>`select ${sql.ref(toSnakeCase(name))} as present, (
      select left_at from record_slugs where type = ${type.name} and record_slugs.slug = ${slug} and record_id = ${id}
    ) as "leftAt" from ${sql.table(type.plural)} where id = ${id} for no key update`

/** C17.10: gives a record one of the slugs that it had before. @throws BAD_USER_INPUT for the slug of another record. */
export const writeOldSlug = async (
  em: SqlEntityManager,
  type: RecordType,
  old: OldSlug,
  now: Date,
): Promise<LineEffect> => {
  const { id, slug, leftAt } = old
  refuseFuture(['leftAt'], leftAt, now)
  const stored = await findRow(em, lockStored(type, findSlug(type)?.name ?? '', old))
  if (stored === null || stored.present === slug || stored.leftAt !== null) return 'unchanged'
  if ((await claimSlug(em, { type, id }, [slug])) === null)
    throw badValue(['slug'], `another ${type.word} has the slug ${JSON.stringify(slug)}`)
  await keepOldSlug(em, { type, id }, { slug, at: leftAt })
  return 'added'
}

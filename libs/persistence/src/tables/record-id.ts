import type { RecordType, UserId } from '@content-service/domain'
import type { AnyRecord } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'

export type Id = AnyRecord['id'] | UserId

/** The id of a record as its column has it. */
export const parseId = ({ isNumbered }: Pick<RecordType, 'isNumbered'>, id: string): Id =>
  // The texts of ids come from columns of the same types.
  (isNumbered ? Number(id) : id) as Id

/** The SQL type of the ids of a type. */
export const writeIdType = ({ isNumbered }: Pick<RecordType, 'isNumbered'>): Sql =>
  isNumbered ? sql`integer` : sql`uuid`

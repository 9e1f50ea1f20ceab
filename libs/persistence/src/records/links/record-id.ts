import type { RecordType, UserId } from '@content-service/domain'
import type { AnyRecord } from '@content-service/domain/model'
import { sql } from 'kysely'
import type { Sql } from '../../sql.ts'

export type Id = AnyRecord['id'] | UserId

/** The id of a record as its column has it. */
export const parseId = ({ custom }: RecordType, id: string): Id =>
  // The texts of ids come from columns of the same types.
  (custom?.isNumbered ? Number(id) : id) as Id

/** The SQL type of the ids of a type. */
export const writeIdType = ({ custom }: RecordType): Sql => (custom?.isNumbered ? sql`integer` : sql`uuid`)

import type { RecordType } from '@content-service/domain'
import { isText, type UniqueKey } from '@content-service/domain/internal/model'
import { toSnakeCase } from '../../statements/rows.ts'
import { quoteName } from '../../tables/table-part.ts'

/** The columns in the names of indexes: `hall_id_and_slot`. */
export const nameColumns = ({ attributes }: Pick<UniqueKey, 'attributes'>): string =>
  attributes.map(toSnakeCase).join('_and_')

/** The name of the index that makes the values unique: `bookings_hall_id_and_slot_key`. */
export const nameKey = ({ plural }: Pick<RecordType, 'plural'>, key: UniqueKey): string =>
  `${plural}_${nameColumns(key)}_key`

/** The columns of the index: texts in lower case. PostgreSQL takes null for different from null. */
export const writeKeyColumns = (type: Pick<RecordType, 'attributes'>, { attributes }: UniqueKey): string =>
  attributes
    .map((name) => {
      const field = type.attributes[name]
      return field && isText(field) ? `lower(${quoteName(name)})` : quoteName(name)
    })
    .join(', ')

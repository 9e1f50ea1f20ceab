import type { RecordType } from '@content-service/domain'
import { isGroup, isLink, isMany, isOwner } from '@content-service/domain/internal/model'

const MOST_FIELDS = 4

/** The first fields without fields of their own. */
const listPlainFields = ({ shown }: RecordType): readonly string[] =>
  Object.entries(shown)
    .filter(([, field]) => ![isGroup, isLink, isMany, isOwner].some((hasFields) => hasFields(field)))
    .map(([name]) => name)
    .slice(0, MOST_FIELDS)

/** A query of the first records of a type. */
export const querySample = (type: RecordType): string => `# The first records of a type
# of this service.
query First${type.name}Records {
  ${type.names.list}(limit: 5) {
${['id', ...listPlainFields(type)].map((name) => `    ${name}`).join('\n')}
  }
}
`

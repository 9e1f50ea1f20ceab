import type { RecordType } from '@content-service/domain'
import { isLink, isMany, listSearchedTexts, type Field } from '@content-service/domain/internal/model'

/** C14.2: what a deletion does to the record; by default it is refused. */
const REPORTED: ReadonlySet<string> = new Set(['cascade', 'clear'])

/** C14.9: the other fields with which a field is unique. */
const describeTogether = (name: string, uniques: RecordType['uniques']): readonly string[] =>
  uniques
    .filter((names) => names.includes(name))
    .map((names) => `unique with ${names.filter((other) => other !== name).join(' and ')}`)

/** C14.9: an index of the field alone, and those of several fields that begin with it. */
const describeIndex = (name: string, { index }: Field, indexes: RecordType['indexes']): readonly string[] => [
  ...(index === undefined ? [] : [index === 'text' ? 'index of parts of the text' : 'index']),
  ...indexes.filter(([first]) => first === name).map(([, ...others]) => `index with ${others.join(' and ')}`),
]

/** C16.1: a text is searched with its weight, and so are texts in parts. */
const describeSearch = (field: Field): readonly string[] => {
  if (field.search !== undefined) return [`searched (${field.search})`]
  const weights = new Set(listSearchedTexts({ parts: field }).map(({ weight }) => weight))
  return weights.size === 0 ? [] : [`parts searched (${[...weights].toSorted().join(', ')})`]
}

/** What the list says about a field beside its kind and its limits. */
export const describeNotes = (
  name: string,
  field: Field,
  { masks, changeRights, uniques, indexes, manyLinks }: RecordType,
): string => {
  const changeRight = changeRights[isLink(field) ? `${name}Id` : name]
  return [
    ...manyLinks.filter((link) => link.name === name).map(({ attribute }) => `ids: ${attribute}`),
    ...((isLink(field) || isMany(field)) && REPORTED.has(field.onDelete)
      ? [`on delete: ${field.onDelete}`]
      : []),
    ...(field.isUnique ? ['unique'] : []),
    ...(field.schema.uniqueItems ? ['distinct'] : []),
    ...describeIndex(name, field, indexes),
    ...describeTogether(name, uniques),
    ...describeSearch(field),
    ...(field.computed
      ? [`computed from ${field.computed.from.join(' and ')}${field.computed.isStored ? ', stored' : ''}`]
      : []),
    ...(field.isInput || field.computed ? [] : ['set by the service']),
    ...(masks[name] ? [`seen with ${masks[name].join(' and ')}`] : []),
    ...(changeRight ? [`changed with ${changeRight}`] : []),
  ].join(', ')
}

import { type ContentModel, type RecordType } from '@content-service/domain'
import type { Share } from '@content-service/domain/access'
import { isLink, isMany, isOwner, isState, isTime, type Field } from '@content-service/domain/model'
import { alignColumns } from './command.ts'

const HEADINGS = ['FIELD', 'KIND', 'OPTIONAL', 'LIMITS', 'NOTES']

/** The name of the builder that makes the field: `line` for `field.line`. */
export const describeKind = (field: Field): string => {
  if (isOwner(field)) return 'owner'
  if (isMany(field)) return `many ${field.toMany.name}`
  if (isLink(field)) return `one ${field.to.name}`
  if (isState(field)) return 'state'
  if (isTime(field)) return 'time'
  const { type, minLength } = field.schema
  if (type === 'string') return minLength === 1 ? 'line' : 'text'
  return type === 'array' ? 'tags' : type
}

const describeLimits = (field: Field): string => {
  const { maxLength, minimum, maximum, maxItems, items } = field.schema
  if (isState(field)) return field.states.join(', ')
  if (isLink(field) || isTime(field)) return ''
  if (isMany(field)) return `at most ${field.max}${field.isOrdered ? ', in order' : ''}`
  if (maxItems !== undefined)
    return `at most ${maxItems}, of ${items?.minLength} to ${items?.maxLength} characters`
  if (maxLength !== undefined) return `at most ${maxLength} characters`
  if (minimum === undefined) return ''
  return maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`
}

/** C14.2: what a deletion does to the record; by default it is refused. */
const REPORTED: ReadonlySet<string> = new Set(['cascade', 'clear'])

/** C14.9: the other fields with which a field is unique. */
const describeTogether = (name: string, uniques: RecordType['uniques']): readonly string[] =>
  uniques
    .filter((names) => names.includes(name))
    .map((names) => `unique with ${names.filter((other) => other !== name).join(' and ')}`)

const describeNotes = (name: string, field: Field, { masks, changeRights, uniques }: RecordType): string => {
  const changeRight = changeRights[isLink(field) ? `${name}Id` : name]
  return [
    ...((isLink(field) || isMany(field)) && REPORTED.has(field.onDelete)
      ? [`on delete: ${field.onDelete}`]
      : []),
    ...(field.isUnique ? ['unique'] : []),
    ...describeTogether(name, uniques),
    ...(field.search ? [`searched (${field.search})`] : []),
    ...(field.isInput ? [] : ['set by the service']),
    ...(masks[name] ? [`seen with ${masks[name]}`] : []),
    ...(changeRight ? [`changed with ${changeRight}`] : []),
  ].join(', ')
}

const listFields = (type: RecordType): readonly (readonly string[])[] =>
  Object.entries(type.fields).map(([name, field]) => [
    name,
    describeKind(field),
    field.isOptional ? 'yes' : 'no',
    describeLimits(field),
    describeNotes(name, field, type),
  ])

/** `policy print` shows the conditions. */
const describeShare = (share: Share): string => {
  if (share === 'all') return ''
  return share === 'own' ? ' (own records)' : ' (records with a condition)'
}

const describeRights = ({ resource, permissions, custom }: RecordType): readonly string[] =>
  resource === null
    ? [
        `  ${permissions.read}, ${permissions.write}: ${custom ? 'rules of the service' : 'the rights of another type'}`,
      ]
    : Object.entries(resource.rights).map(
        ([action, shares]) =>
          `  ${resource.name}:${action}: ${Object.entries(shares)
            .map(([role, share]) => `${role}${describeShare(share)}`)
            .join(', ')}`,
      )

const describeType = (type: RecordType): string =>
  [
    `${type.name}, /api/${type.names.path}`,
    ...describeRights(type),
    ...Object.entries(type.operations).map(([verb, { permission }]) => `  operation ${verb}: ${permission}`),
    ...alignColumns([HEADINGS, ...listFields(type)]).map((line) => `  ${line}`),
  ].join('\n')

/** The types of the model, with their permissions and fields. */
export const describeTypes = ({ types }: ContentModel): string => types.map(describeType).join('\n\n')

import { builtInModel, type RecordType } from '@content-service/domain'
import {
  declareSearch,
  isOwner,
  type RecordLink,
  type SearchedType,
  type SearchWeight,
} from '@content-service/domain/model'
import { toSnakeCase } from '../rows.ts'
import { listColumns, type RecordColumn } from './record-columns.ts'

/** A key, an index or a trigger of a table, with the statement that creates it. */
export interface TablePart {
  readonly kind: 'primary key' | 'foreign key' | 'index' | 'trigger'
  readonly name: string
  readonly statement: string
  /**
   * Without a required part, the table could store wrong records, or searches would miss records. Other parts only make
   * statements fast.
   */
  readonly isRequired: boolean
  /** Calls the triggers for each existing row when a migration adds the part. */
  readonly refresh?: string
}

/** The table that a declared type needs. */
export interface RecordTable {
  readonly name: string
  readonly columns: readonly RecordColumn[]
  readonly parts: readonly TablePart[]
}

/** A quoted name, because a field can have the name of an SQL word. */
export const quoteName = (attribute: string): string => `"${toSnakeCase(attribute)}"`

/** A column in a statement that creates it. */
export const columnText = ({ attribute, type, isOptional, defaultValue }: RecordColumn): string =>
  [
    quoteName(attribute),
    type,
    ...(isOptional ? [] : ['not null']),
    ...(defaultValue === null ? [] : [`default ${defaultValue}`]),
  ].join(' ')

const listKeys = ({ plural, links }: RecordType): readonly TablePart[] => {
  const key = (kind: 'primary key' | 'foreign key', name: string, definition: string): TablePart => ({
    kind,
    name: `${plural}_${name}`,
    statement: `alter table "${plural}" add constraint ${plural}_${name} ${kind} ${definition}`,
    isRequired: true,
  })
  const onDelete = ({ field }: RecordLink): string => {
    if (isOwner(field)) return ' on delete set default'
    return field.onDelete === 'cascade' ? ' on delete cascade' : ''
  }
  return [
    key('primary key', 'pkey', '("id")'),
    ...links.map((link) =>
      key(
        'foreign key',
        `${toSnakeCase(link.attribute)}_fkey`,
        `(${quoteName(link.attribute)}) references "${link.field.to.plural}" ("id")${onDelete(link)}`,
      ),
    ),
  ]
}

const NEWEST = '"created_at" desc, "id" desc'

const listIndexes = ({ plural, attributes, links, hasRef }: RecordType): readonly TablePart[] => {
  const index = (name: string, on: string, kind = 'index'): TablePart => ({
    kind: 'index',
    name: `${plural}_${name}`,
    statement: `create ${kind} ${plural}_${name} on "${plural}" (${on})`,
    isRequired: false,
  })
  const unique = (attribute: string): TablePart => ({
    ...index(`${toSnakeCase(attribute)}_key`, `lower(${quoteName(attribute)})`, 'unique index'),
    isRequired: true,
  })
  return [
    ...Object.keys(attributes)
      .filter((attribute) => attributes[attribute]?.isUnique)
      .map(unique),
    ...(hasRef ? [index('ref_key', '"ref"', 'unique index')] : []),
    index('newest', NEWEST),
    ...links.map(({ name, attribute }) => index(toSnakeCase(name), `${quoteName(attribute)}, ${NEWEST}`)),
  ]
}

const listNames = ({ texts }: SearchedType, weight: SearchWeight): string =>
  texts.flatMap((text) => (text.weight === weight ? [toSnakeCase(text.attribute)] : [])).join(',')

const listTriggers = (type: RecordType): readonly TablePart[] => {
  const { plural, isSearchable } = type
  if (!isSearchable) return []
  const searched = declareSearch(type)
  const [title, keywords, text] = [
    listNames(searched, 'A'),
    listNames(searched, 'B'),
    listNames(searched, 'D'),
  ]
  const attributes = searched.texts.map(({ attribute }) => quoteName(attribute))
  const trigger = (name: string, on: string, execute: string): TablePart => ({
    kind: 'trigger',
    name,
    statement: `create trigger ${name} after ${on} on "${plural}"\n    for each row execute function ${execute}`,
    isRequired: true,
  })
  const search = trigger(
    `search_${plural}`,
    `insert or update of ${attributes.join(', ')}`,
    `search_record('${searched.type}', '{${title}}', '{${keywords}}', '{${text}}')`,
  )
  return [
    { ...search, refresh: `update "${plural}" set ${attributes[0]} = ${attributes[0]}` },
    trigger(`forget_${plural}`, 'delete', `forget_record('${searched.type}')`),
  ]
}

const deriveParts = (type: RecordType): readonly TablePart[] => [
  ...listKeys(type),
  ...listIndexes(type),
  ...listTriggers(type),
]

/**
 * The migrations of the service create the keys and indexes of articles, comments and users; a team adds parts. A
 * trigger differs if a team adds a searched field.
 */
const listParts = (type: RecordType): readonly TablePart[] => {
  if (type.custom === null) return deriveParts(type)
  const made = new Set(deriveParts(builtInModel.typeNamed(type.name)).map(({ name }) => name))
  return deriveParts(type).filter(({ kind, name }) => kind === 'trigger' || !made.has(name))
}

/** The table that the declaration of a type needs. */
export const deriveTable = (type: RecordType): RecordTable => ({
  name: type.plural,
  columns: listColumns(type),
  parts: listParts(type),
})

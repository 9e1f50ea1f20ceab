import { builtInModel, type ContentModel, type RecordType } from '@content-service/domain'
import { listGuestFacts, type ContentPolicy } from '@content-service/domain/internal/access'
import {
  declareSearch,
  JOINED,
  type JoinedLink,
  type LinkField,
  listJoined,
} from '@content-service/domain/internal/model'
import { nameTexts } from '../documents/searched-texts.ts'
import { toSnakeCase } from '../statements/rows.ts'
import { findIdType, nameJoiningTable } from '../tables/joining-table.ts'
import { listColumns, type RecordColumn } from '../tables/record-columns.ts'
import { listIndexes } from './record-indexes.ts'
import { insertSingle } from './single-rows.ts'
import type { Change } from './table-difference.ts'
import { quoteName, type TablePart } from '../tables/table-part.ts'

/** The table that a declared type needs. */
export interface RecordTable {
  readonly name: string
  readonly columns: readonly RecordColumn[]
  readonly parts: readonly TablePart[]
  /** The migrations of the service make further parts. */
  readonly isOfService: boolean
  /** The statement that inserts the record of a single type (C14.4). */
  readonly row?: Change | undefined
}

/** A column in a statement that creates it. */
export const columnText = ({ attribute, type, isOptional, defaultValue }: RecordColumn): string =>
  [
    quoteName(attribute),
    type,
    ...(isOptional ? [] : ['not null']),
    ...(defaultValue === null ? [] : [`default ${defaultValue}`]),
  ].join(' ')

/** C14.2: what the database does with the rows that link to a deleted row. */
const ON_DELETE = {
  cascade: ' on delete cascade',
  clear: ' on delete set null',
  ghost: ' on delete set default',
  refuse: '',
} as const satisfies Readonly<Record<LinkField['onDelete'], string>>

/**
 * C15.21: a deletion of both records of a circle deletes them one after the other. The service has asked whether the link
 * refuses the deletion, so that the database clears it.
 */
const findEffect = ({ isLate, onDelete }: Pick<LinkField, 'isLate' | 'onDelete'>): LinkField['onDelete'] =>
  isLate && onDelete === 'refuse' ? 'clear' : onDelete

const listKeys = ({ plural, links }: RecordType): readonly TablePart[] => {
  const key = (kind: 'primary key' | 'foreign key', name: string, definition: string): TablePart => ({
    kind,
    name: `${plural}_${name}`,
    statement: `alter table "${plural}" add constraint ${plural}_${name} ${kind} ${definition}`,
    isRequired: true,
  })
  return [
    key('primary key', 'pkey', '("id")'),
    ...links.map(({ attribute, field }) =>
      key(
        'foreign key',
        `${toSnakeCase(attribute)}_fkey`,
        `(${quoteName(attribute)}) references "${field.to.plural}" ("id")${ON_DELETE[findEffect(field)]}`,
      ),
    ),
  ]
}

/** The migrations of the service queue its own records when their states change. */
const listQueueing = (type: RecordType, policy: ContentPolicy): readonly string[] => {
  const { attributes, custom, permissions } = type
  return custom === null ? listGuestFacts(policy, { permission: permissions.read, attributes }) : []
}

const listTriggers = (type: RecordType, policy: ContentPolicy): readonly TablePart[] => {
  const { plural, isSearchable } = type
  if (!isSearchable) return []
  const searched = declareSearch(type)
  const [title, keywords, text] = [
    nameTexts(searched, 'A'),
    nameTexts(searched, 'B'),
    nameTexts(searched, 'D'),
  ]
  const texts = searched.texts.map(({ attribute }) => attribute)
  const attributes = [...new Set([...texts, ...listQueueing(type, policy)])].map(quoteName)
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

const deriveParts = (type: RecordType, { policy }: ContentModel): readonly TablePart[] => [
  ...listKeys(type),
  ...listIndexes(type, policy),
  ...listTriggers(type, policy),
]

/**
 * The migrations of the service create the keys and indexes of articles, comments and users; a team adds parts. A
 * trigger differs if a team adds a searched field.
 */
const listParts = (type: RecordType, model: ContentModel): readonly TablePart[] => {
  if (type.custom === null) return deriveParts(type, model)
  const own = builtInModel.typeNamed(type.name)
  const made = new Set(deriveParts(own, builtInModel).map(({ name }) => name))
  return deriveParts(type, model).filter(({ kind, name }) => kind === 'trigger' || !made.has(name))
}

const createKeyColumn = (attribute: string, type: RecordColumn['type']): RecordColumn => ({
  attribute,
  type,
  isOptional: false,
  defaultValue: null,
  initial: null,
})

/** C14.2: the table with the links of a type to many records, or with those of its parts to one type. */
const deriveJoiningTable = (type: RecordType, link: JoinedLink): RecordTable => {
  const name = nameJoiningTable(type, link)
  const create = (kind: TablePart['kind'], end: string, definition: string): TablePart => ({
    kind,
    name: `${name}_${end}`,
    statement: `alter table "${name}" add constraint ${name}_${end} ${kind} ${definition}`,
    isRequired: true,
  })
  const { toMany } = link.field
  const kept = findEffect(link.field) === 'refuse' ? '' : ON_DELETE.cascade
  return {
    name,
    isOfService: false,
    columns: [
      createKeyColumn(JOINED.record, 'uuid'),
      createKeyColumn(JOINED.linked, findIdType(link)),
      createKeyColumn(JOINED.place, 'integer'),
    ],
    parts: [
      create('primary key', 'pkey', '("record_id", "linked_id")'),
      create(
        'foreign key',
        'record_id_fkey',
        `("record_id") references "${type.plural}" ("id")${ON_DELETE.cascade}`,
      ),
      create('foreign key', 'linked_id_fkey', `("linked_id") references "${toMany.plural}" ("id")${kept}`),
      {
        kind: 'index',
        name: `${name}_linked`,
        statement: `create index ${name}_linked on "${name}" ("linked_id", "record_id")`,
        isRequired: false,
      },
    ],
  }
}

/**
 * The tables that the declaration of a type needs. The rights of the model decide which rows the text indexes of the
 * type have.
 */
export const deriveTables = (type: RecordType, model: ContentModel): readonly RecordTable[] => [
  {
    name: type.plural,
    columns: listColumns(type),
    parts: listParts(type, model),
    isOfService: builtInModel.types.some(({ name }) => name === type.name),
    row: type.isSingle ? insertSingle(type) : undefined,
  },
  ...listJoined(type).map((link) => deriveJoiningTable(type, link)),
]

import type { ContentModel, RecordType } from '@content-service/domain'
import {
  listJoined,
  listPartMembers,
  listRenamedFields,
  nameTypeWord,
  type Field,
  type JoinedLink,
  type RenamedField,
} from '@content-service/domain/internal/model'
import { toSnakeCase } from '../../statements/rows.ts'
import { nameJoiningTable } from '../../tables/joining-table.ts'

/** A name in the database, and the name before it. */
export interface NameChange {
  readonly from: string
  readonly to: string
}

/** C17.10: what the declaration of a type renames in a table: its own one, or a joining table. */
export interface TableRename extends NameChange {
  readonly columns: readonly NameChange[]
  /** Names inside of expressions and arguments, which PostgreSQL does not rename. */
  readonly texts: readonly NameChange[]
  /** The table has links to many records. */
  readonly isJoining: boolean
}

const findEarlierTable = ({ types }: ContentModel, { name, plural }: JoinedLink['field']['toMany']): string =>
  types.find((type) => type.name === name)?.earlier?.table ?? plural

/** The name of a link before: links in parts have the table of their target in their names. */
const nameEarlierLink = (model: ContentModel, { fields }: RecordType, link: JoinedLink): string => {
  if (link.isPart) return `parts.${findEarlierTable(model, link.field.toMany)}`
  return listRenamedFields(fields).find(({ name }) => name === link.name)?.earlier ?? link.name
}

const renameJoining = (model: ContentModel, type: RecordType, link: JoinedLink): TableRename => ({
  from: nameJoiningTable(
    { plural: type.earlier?.table ?? type.plural },
    { name: nameEarlierLink(model, type, link) },
  ),
  to: nameJoiningTable(type, link),
  columns: [],
  texts: [],
  isJoining: true,
})

const toColumn = ({ earlierAttribute, attribute }: RenamedField): NameChange => ({
  from: toSnakeCase(earlierAttribute),
  to: toSnakeCase(attribute),
})

const listMembers = (field: Field): readonly NameChange[] =>
  listPartMembers(field).flatMap((members) => [
    ...listRenamedFields(members).map((each) => ({ from: each.earlierAttribute, to: each.attribute })),
    ...Object.values(members).flatMap(listMembers),
  ])

const listTexts = ({ name, earlier, fields }: RecordType): readonly NameChange[] => [
  ...(earlier === null ? [] : [{ from: nameTypeWord(earlier), to: nameTypeWord({ name }) }]),
  ...Object.values(fields).flatMap(listMembers),
]

/** What the types of a model rename in their tables. A computed value has no name before. */
export const listTableRenames = (model: ContentModel): readonly TableRename[] =>
  model.types.flatMap((type) => [
    {
      from: type.earlier?.table ?? type.plural,
      to: type.plural,
      columns: listRenamedFields(type.fields)
        .filter(({ attribute }) => Object.hasOwn(type.attributes, attribute))
        .map(toColumn),
      texts: listTexts(type),
      isJoining: false,
    },
    ...listJoined(type).map((link) => renameJoining(model, type, link)),
  ])

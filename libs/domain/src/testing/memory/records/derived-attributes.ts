import type { Collection } from '../../../model/collections.ts'
import type { ContentModel } from '../../../model/content-model.ts'
import { HAS_REFUSING_LINKS } from '../../../model/links/incoming-links.ts'
import { listJoined, readLinkedIds } from '../../../model/links/joined-links.ts'
import { JOINED, nameJoins } from '../../../model/links/many-links.ts'
import { isTime, type FieldKind } from '../../../model/fields/field.ts'
import { listGroupMembers, type GroupMemberPath } from '../../../model/fields/group-members.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import type { Row } from '../../../reading/reading.ts'
import type { UserId } from '../../../rules/ids.ts'
import { IS_LAST_ADMINISTRATOR } from '../../../users/user-actions.ts'
import { isObject } from '../../../rules/is-object.ts'
import { isAdministrator } from '../../../users/user.ts'
import { type Id, type MemoryTables, toRow } from '../memory-tables.ts'
import { listKeptRows } from '../reading/kept-rows.ts'
import { isDeletionRefused, type Content } from './memory-cascade.ts'

/** An attribute that follows from others. It is computed when a read asks for it. */
type Derive = (row: Row, content: Content) => unknown
type Attributes = Readonly<Record<string, Derive>>

/** C3.4: whether no other user is an active administrator. */
export const isLastAdministrator = ({ users }: MemoryTables, id: unknown): boolean => {
  const administrators = users.where(isAdministrator)
  return administrators.length === 1 && administrators[0]?.id === id
}

/** Whether the user has published an article, or a comment on a published article. */
const isPublic = ({ articles, comments }: MemoryTables, user: unknown): boolean => {
  const hasPublished = articles.find(({ ownerId, status }) => ownerId === user && status === 'PUBLISHED')
  const isShown = ({ articleId }: { readonly articleId: unknown }) =>
    articles.find(({ id, status }) => id === articleId && status === 'PUBLISHED') !== null
  return hasPublished !== null || comments.where(({ authorId }) => authorId === user).some(isShown)
}

/** The attributes that no declaration describes, by collection. */
const BUILT_IN: Readonly<Record<Collection, Attributes>> = {
  articles: {
    commentCount: ({ id }, { tables }) => tables.comments.where(({ articleId }) => articleId === id).length,
  },
  users: {
    isPublic: ({ id }, { tables }) => isPublic(tables, id),
    [IS_LAST_ADMINISTRATOR]: ({ id }, { tables }) => isLastAdministrator(tables, id),
  },
  oauthClients: { isPublic: ({ secretHash }) => secretHash === null },
  // Ids are issued in the order of the events.
  events: { position: ({ id }) => Number.parseInt(String(id).slice(-12), 16) },
}

/** Whether a value is a list whose length filters ask. */
const isSized = (kind: FieldKind): boolean => kind === 'tags' || kind === 'list' || kind === 'blocks'

const deriveSizes = ({ attributes }: RecordType): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { kind }]) =>
      // The value of such a field is a list.
      isSized(kind) ? [[`${name}.size`, (row: Row) => (row[name] as readonly unknown[]).length]] : [],
    ),
  )

const readMember = (row: Row, { attribute, steps }: GroupMemberPath): unknown =>
  steps.reduce<unknown>((value, step) => (isObject(value) ? (value[step] ?? null) : null), row[attribute])

/** Times in a group are texts. */
const readTime = (text: unknown): Date | null => (typeof text === 'string' ? new Date(text) : null)

/** C16.1: the members of groups. */
const deriveMembers = ({ attributes }: RecordType): Attributes =>
  Object.fromEntries(
    listGroupMembers(attributes).map((member): readonly [string, Derive] => {
      const read: Derive = (row) => readMember(row, member)
      return [member.name, isTime(member.field) ? (row) => readTime(readMember(row, member)) : read]
    }),
  )

const deriveFromType = (type: RecordType): Attributes => {
  const { isFixed, ownerAttribute } = type
  return {
    ...(!isFixed && { changedAt: ({ updatedAt, createdAt }) => updatedAt ?? createdAt }),
    ...(ownerAttribute !== null && {
      // The attribute has the id of a user.
      isOwnerDeleted: (row, { tables }) => tables.users.get(row[ownerAttribute] as UserId)?.deleted ?? false,
    }),
    ...deriveSizes(type),
    ...deriveMembers(type),
    // A row of the type has its id.
    [HAS_REFUSING_LINKS]: ({ id }, content) => isDeletionRefused(content, type, id as Id),
  }
}

/** The attributes of the rows of a collection that follow from other attributes and other rows. */
export const listDerived = (of: Collection, { typeOf }: ContentModel): Attributes => {
  const type = typeOf(of)
  return { ...BUILT_IN[of], ...(type && deriveFromType(type)) }
}

/** The stored rows of a collection: of a table, or the pairs of the links of a type to many records. */
export const listStored = (of: Collection, { tables, model }: Content): readonly Row[] => {
  const kept = listKeptRows(of, { tables, model })
  if (kept !== null) return kept
  const type = model.types.find(({ plural }) => of.startsWith(`${plural}.`))
  const link = type && listJoined(type).find((each) => nameJoins(type, each) === of)
  if (type === undefined || link === undefined) return [...tables.of(of).values()].map(toRow)
  return [...tables.of(type.plural).values()].flatMap((record) =>
    readLinkedIds(type, link, record).map((linked, place) => ({
      [JOINED.record]: record.id,
      [JOINED.linked]: linked,
      [JOINED.place]: place,
    })),
  )
}

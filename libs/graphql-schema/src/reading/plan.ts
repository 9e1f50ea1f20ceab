import type { Condition } from '@content-service/authz'
import type { Context, Row } from '@content-service/domain'
import type { BuiltInCollection, Records } from '@content-service/domain/internal/service'
import type { Collection } from '@content-service/domain/internal/model'
import type { Order } from '@content-service/domain/internal/reading'

/** The attributes of a declared type are known when the program runs. */
type AttributeOf<Of extends Collection> = Of extends BuiltInCollection ? keyof Records[Of] & string : string

/** A field that is read from columns of its record. */
export interface LeafPlan<Of extends Collection = Collection> {
  readonly reads: readonly AttributeOf<Of>[]
  /** The value in the answer, under a key; by default the column with the name of the field. */
  readonly show?: (row: Row, context: Context, key: string) => unknown
  /** C16.1: the parts of the value have links, which the read of the record reads, too. */
  readonly hasLinks?: boolean
  /** The field is a link in a part, by a relation of the record. */
  readonly linked?: { readonly relation: string; readonly type: string }
  /** The column with a time. */
  readonly time?: string
}

/** A field that leads to other records. */
export interface RelationPlan {
  readonly relation: string
  readonly type: string
  /** Only for lists: their order, and their further condition. */
  readonly orderBy?: readonly Order[]
  readonly where?: Condition
  /** The relation is read by cursor (C5.4); `type` is the type of its nodes. */
  readonly isConnection?: true
}

export type FieldPlan<Of extends Collection = Collection> = LeafPlan<Of> | RelationPlan

/** The way in which the fields of an object type are read from a collection. */
export interface TypePlan<Of extends Collection = Collection> {
  readonly from: Of
  readonly fields: Readonly<Record<string, FieldPlan<Of>>>
  /** C16.1: the type describes parts of records. */
  readonly isPart?: true
}

export const isRelation = (plan: FieldPlan): plan is RelationPlan => 'relation' in plan

/** A plan for a field that shows the column with its name. */
export const planOwnColumn = <Of extends Collection>(name: AttributeOf<Of>): LeafPlan<Of> => ({
  reads: [name],
})

/** Plans fields that show a value of columns of the collection: `planValue<'users'>()(['roles'], ({ roles }) => …)`. */
export const planValue =
  <Of extends BuiltInCollection>() =>
  <const Name extends keyof Records[Of] & string>(
    reads: readonly Name[],
    show: (row: Pick<Records[Of], Name>, context: Context) => unknown,
  ) => ({
    reads,
    // A row has the columns that its plan reads.
    show: show as unknown as NonNullable<LeafPlan['show']>,
  })

/** C16.1: the place of a field below the types of parts, in a document. */
export const nameInPart = (path: string, type: string, key: string): string => `${path}/${type}.${key}`

/** The name of a relation in a row, by the name that the client gave it. */
export const nameRelated = (responseKey: string): string => `@${responseKey}`
